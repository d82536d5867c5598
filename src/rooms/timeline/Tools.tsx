/** The controls of the whole timeline: lanes, time range, export. */
import { LANE_KEYS } from '../../state/view';
import { Takeaway, type TakeawayProps } from '../../ui/Takeaway';
import { useT } from '../../words';

export interface ToolsProps {
  readonly lanes: number;
  /** The index of the lane that is shown alone. */
  readonly only: number | null;
  readonly onOnly: (lane: number | null) => void;
  readonly onZoom: (factor: number) => void;
  readonly step: number;
  readonly table: TakeawayProps['table'];
}

export function Tools({ lanes, only, onOnly, onZoom, step, table }: ToolsProps) {
  const t = useT();
  // Both, then each alone.
  const next = only === null ? 0 : only + 1 < lanes ? only + 1 : null;
  const nameOf = (lane: number | null) =>
    lane === null ? t('timeline.both') : t('timeline.lane', { lane: LANE_KEYS[lane]?.toUpperCase() ?? '' });
  return (
    <div className="timeline-tools" data-left-out>
      <button
        type="button"
        onClick={() => onZoom(1 / step)}
        aria-label={t('timeline.zoomIn')}
        title={t('timeline.hint')}
      >
        +
      </button>
      <button type="button" onClick={() => onZoom(step)} aria-label={t('timeline.zoomOut')} title={t('timeline.hint')}>
        −
      </button>
      {lanes > 1 && (
        <button
          type="button"
          onClick={() => onOnly(next)}
          aria-label={t('timeline.show', { what: nameOf(next) })}
          title={t('timeline.show', { what: nameOf(next) })}
        >
          {only === null ? 'AB' : LANE_KEYS[only]?.toUpperCase()}
        </button>
      )}
      <Takeaway title={t('panels.timeline')} name="timeline" table={table} />
    </div>
  );
}
