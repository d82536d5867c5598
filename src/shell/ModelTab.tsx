/** The costs that decide between the lanes, the changed constants of the model, and buttons that open the list of all. */
import { useContext } from 'react';
import { actions } from '../page/actions';
import { constants } from '../scenario/constants';
import { COSTS } from '../scenario/generated/costs';
import { useBasis } from '../state/rests';
import { useScenario } from '../state/scenario';
import { TakeawayContext } from '../ui/Takeaway';
import { useT } from '../words';
import { costName } from '../words/costs';
import { count } from '../words/format';
import { useWords } from '../words/panels';
import { unitWord } from '../words/units';

export function ModelTab() {
  const t = useT();
  const word = useWords();
  const source = useContext(TakeawayContext);
  return (
    <div className="drawer-page">
      <p>{source?.changes?.all ?? word('model.sentence')}</p>
      {[actions.model, actions.rules].map((action) => (
        <button
          key={action.key}
          type="button"
          className="button"
          onClick={action.perform}
          aria-keyshortcuts={action.key}
        >
          {t(action.name)}
        </button>
      ))}
      <Deciding />
    </div>
  );
}

/** The list is known once the module of the verdict is loaded. */
function Deciding() {
  const t = useT();
  const word = useWords();
  const scenario = useScenario((state) => state.document);
  const preset = useScenario((state) => state.preset);
  const decides = useBasis(scenario)?.costs.deciding ?? {};
  const all = constants(scenario, preset).flatMap((constant) => {
    const cost = COSTS.find(({ key }) => constant.section === 'costs' && key === constant.key && key in decides);
    return cost ? [{ ...constant, name: costName(cost) }] : [];
  });
  if (all.length === 0) return null;
  return (
    <section className="model-deciding">
      <h3>{word('model.deciding')}</h3>
      <dl>
        {all.map(({ key, name, value, unit, evidence }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              <b>{count(value)}</b> {unitWord(unit, value)} <small>{t(`grade.${evidence.grade}`)}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
