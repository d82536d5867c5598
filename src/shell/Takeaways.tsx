/** Provides the captions of exported charts. */
import type { ReactNode } from 'react';
import { linkTo } from '../page/address';
import { useSource } from '../page/useSource';
import { useScenario } from '../state/scenario';
import { TakeawayContext } from '../ui/Takeaway';

const link = () => linkTo();

/** Everything inside can be exported. */
export function Takeaways({ children }: { children: ReactNode }) {
  const document = useScenario((state) => state.document);
  const preset = useScenario((state) => state.preset);
  const author = useScenario((state) => state.author);
  return <TakeawayContext value={useSource(document, preset, link, author)}>{children}</TakeawayContext>;
}
