/** Chinese, with the terms of the kernel's zh_CN documentation; function names stay as they are. */
import type { Catalogue } from './index';

export const zh: Catalogue = {
  'app.title': '调度器游乐场',
};
