import { setLanguage } from '../src/words';

await setLanguage('en');
