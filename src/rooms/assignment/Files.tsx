import { type ReactNode, useId } from 'react';

/** A field for files, with its label. */
export function Files({
  label,
  several = false,
  onFiles,
}: {
  readonly label: string;
  readonly several?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}): ReactNode {
  const id = useId();
  return (
    <p className="assignment-file">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="file" multiple={several} onChange={({ target }) => onFiles([...(target.files ?? [])])} />
    </p>
  );
}
