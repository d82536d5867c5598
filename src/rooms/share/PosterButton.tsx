/** Downloads a poster of both machines in their present state. */
import { useContext, useState } from 'react';
import { figureOfRests } from '../../page/figureOfRests';
import { useTitle } from '../../page/title';
import { useRests } from '../../state/rests';
import { useScenario } from '../../state/scenario';
import { TakeawayContext } from '../../ui/Takeaway';
import { useRestsWords } from '../../words/rests';
import { useVerdictWords } from '../../words/verdict';
import { useWords } from './words';

export function PosterButton({ link }: { readonly link: string }) {
  const words = useWords();
  useVerdictWords();
  const source = useContext(TakeawayContext);
  const preset = useScenario((state) => state.preset);
  const title = useTitle();
  const author = useScenario((state) => state.author);
  const scenario = useScenario((state) => state.document);
  useRestsWords();
  const rests = useRests(scenario);
  const [failed, setFailed] = useState(false);
  const take = async () => {
    try {
      const [{ picture }, { save }, { partOf, poster }] = await Promise.all([
        import('../../ui/export/picture'),
        import('../../ui/export/files'),
        import('./poster'),
      ]);
      const titled = { title, source: '', changes: null, link, titled: false };
      const part = (selector: string) => {
        const element = document.querySelector<HTMLElement>(selector);
        return element ? partOf(picture(element, titled)) : null;
      };
      const lanes = part('#lanes');
      if (!lanes) throw new Error('there are no lanes');
      const { finding } = rests.verdict.known;
      const { rests: basis, ...figure } = figureOfRests(scenario, rests);
      const about = [figure.about, basis].filter(Boolean).join(' · ');
      const verdict = finding && finding.kind !== 'few' ? { ...figure, about } : null;
      const svg = poster({
        title,
        about: [author.question, ...author.sentences].filter(Boolean),
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
