/** Chinese of sharing and embedding. */
import type { shareEn } from './words.en';

export const shareZh: Readonly<Record<keyof typeof shareEn, string>> = {
  share: '链接就是整个实验：打开后与现在的场景完全相同。',
  'share.code': '链接的二维码',
  'share.long': '链接有 {bytes} 字节，二维码最多容纳 {most} 字节。',
  'share.local': '{host} 是本机或本地网络的地址，别处的手机打不开。',
  'share.file': '此页是本机上的文件，手机打不开。',
  'share.now': '停在此刻（{time}）',
  'share.edit': '允许他人修改',
  poster: '海报（SVG）',
  'poster.failed': '未能生成海报。',
  embed: '只有两个通道，没有周围的页面，可放进幻灯片或文章。在 reveal.js 中随幻灯片播放。',
  'embed.origin': '仅限此来源的页面',
  'embed.origin.any': '嵌入它的任何页面都能控制它，并读取它的链接（包括注释）。',
  'embed.origin.one': '只有 {origin} 的页面能控制它，并读取它的链接（包括注释）。',
  'embed.origin.bad': '“{text}”不是来源。来源由协议和主机组成，如 https://example.org。',
};
