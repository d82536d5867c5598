/** The editor of a scheduler, and the room that the page gives it. */
import './policy-pane.css';

export { default as PolicyPane } from '../rooms/policy/Policy';
