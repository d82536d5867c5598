/** The speaker's window: it shows the state of the stage and runs no simulation. */
import { speakerOf } from '../rooms/present/channel';
import { Speaker } from '../rooms/present/Speaker';
import { setLanguage } from '../words';
import '../ui/panel.css';

export async function openSpeaker() {
  const { id, lang } = speakerOf(location.hash) ?? {};
  if (id === undefined || lang === undefined) throw new Error(`no presentation in ${location.hash}`);
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  await setLanguage(lang);
  return <Speaker id={id} />;
}
