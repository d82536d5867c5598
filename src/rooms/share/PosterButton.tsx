/** Downloads a poster of both machines in their present state. */
import { useContext, useState } from 'react';
import { useScenario } from '../../state/scenario';
import { useVerdict } from '../../state/verdict';
import { TakeawayContext } from '../../ui/Takeaway';
import { useT } from '../../words';
import { figureOf, useVerdictWords } from '../../words/verdict';
import { useWords } from './words';

export function PosterButton({ link }: { readonly link: string }) {
  const t = useT();
  const words = useWords();
  useVerdictWords();
  const source = useContext(TakeawayContext);
  const preset = useScenario((state) => state.preset);
  const scenario = useScenario((state) => state.document);
  const { known, workUnit } = useVerdict(scenario);
  const [failed, setFailed] = useState(false);
  const take = async () => {
    try {
      const [{ picture }, { save }, { partOf, poster }] = await Promise.all([
        import('../../ui/export/picture'),
        import('../../ui/export/files'),
        import('./poster'),
      ]);
      const about = { title: t(`preset.${preset}`), source: '', changes: null, link, titled: false };
      const part = (selector: string) => {
        const element = document.querySelector<HTMLElement>(selector);
        return element ? partOf(picture(element, about)) : null;
      };
      const lanes = part('#lanes');
      if (!lanes) throw new Error('there are no lanes');
      const verdict = known.finding && known.finding.kind !== 'few' ? figureOf(known.finding, workUnit, known) : null;
      const svg = poster({
        title: about.title,
        source: source?.source() ?? '',
        verdict,
        lanes,
        legend: part('.legend-line'),
        link,
      });
      save(new Blob([svg], { type: 'image/svg+xml' }), `poster-${preset}.svg`);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <button type="button" className="button" onClick={() => void take()}>
        {words('poster')}
      </button>
      {failed && <span role="alert">{words('poster.failed')}</span>}
    </>
  );
}
