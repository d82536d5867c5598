/** Whether the main sign of a table holds at both ends of the ranges of the costs, and at which it does not. */
import type { Sensitivity as Found } from './generated/types';
import { sensitivityText, turnText } from './sentences';
import { useWords } from './words';
import './sensitivity.css';

export function Sensitivity({ found, className }: { readonly found: Found; readonly className: string }) {
  const w = useWords();
  return (
    <div className={`sensitivity ${className}`}>
      <p>{sensitivityText(w, found)}</p>
      {found.turned.length > 0 && (
        <ul>
          {found.turned.map((turn) => (
            <li key={`${turn.cost} ${turn.value}`}>{turnText(w, turn)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
