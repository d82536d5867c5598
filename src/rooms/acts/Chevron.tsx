/** Points right, or down if its disclosure is open. */
export function Chevron({ back = false }: { readonly back?: boolean }) {
  return (
    <svg className="acts-chevron" data-back={back} viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path d="M7.5 4.5 13 10l-5.5 5.5" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}
