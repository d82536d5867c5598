/** The author's question and sentences, under the lanes. */
import { useScenario } from '../../state/scenario';
import './author-text.css';

interface AuthorTextProps {
  /** Shows the author's title, too: nothing else on the page does. */
  readonly titled?: boolean;
}

export function AuthorText({ titled = false }: AuthorTextProps) {
  const { title, question, sentences } = useScenario((state) => state.author);
  return (
    <div className="author-text">
      {titled && title !== '' && <h2>{title}</h2>}
      <p>
        {question !== '' && <b>{question}</b>} {sentences.join(' ')}
      </p>
    </div>
  );
}
