/** English of sharing and embedding. */
export const shareEn = {
  share: 'The link is the whole experiment: it opens in exactly this scenario.',
  'share.code': 'The link as a QR code',
  'share.long': 'The link has {bytes} bytes; a QR code holds {most}.',
  'share.local': '{host} is an address of this computer or its network: a phone elsewhere cannot open it.',
  'share.file': 'This page is a file of this computer: a phone cannot open it.',
  'share.now': 'at this moment ({time})',
  'share.edit': 'Others may change it',
  poster: 'Poster (SVG)',
  'poster.failed': 'The poster could not be made.',
  embed: 'The two lanes without the page around them, for a slide or an article. In reveal.js it plays with its slide.',
  'embed.origin': 'Only in pages of',
  'embed.origin.any': 'Any page that embeds this can control it and read its link, including its notes.',
  'embed.origin.one': 'Only pages of {origin} can control it and read its link, including its notes.',
  'embed.origin.bad': '“{text}” is not an origin. An origin is a scheme and a host, such as https://example.org.',
} as const;
