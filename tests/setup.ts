import { setLanguage } from '../src/i18n';

await setLanguage('en');
