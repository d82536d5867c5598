// Formats the paragraphs of a Markdown text: one sentence a line, at most 100 columns.
// Headings, tables, code, HTML and link definitions stay as they are.

const COLUMNS = 100;

/** A full stop after one of these ends no sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|etc|al|approx|no|fig|sec|p|pp|dr|st|[A-Z])\.$/i;
const ENDS_SENTENCE = /[.!?][)\]"'”’*_`]*$/;
const STARTS_SENTENCE = /^["'“‘([*_`]*[\p{Lu}\d`[<]/u;
/** At the start of a line these words would begin a list, a heading, a quotation or a table. */
const MARKUP = /^(?:[-+*>]|#+|\|.*|\d+[.)]|[=-]+)$/;

/** Words, with code spans and links in one piece. */
const wordsOf = (text) =>
  (text.match(/(?:(`+)(?!`)[\s\S]*?[^`]\1(?!`)|\[[^[\]]*\]\([^()\s]*\)|\S)+/g) ?? []).map((word) =>
    word.replace(/\s+/g, ' '),
  );

function sentencesOf(words) {
  const sentences = [];
  let sentence = [];
  for (const [i, word] of words.entries()) {
    sentence.push(word);
    const next = words[i + 1];
    const isEnd = ENDS_SENTENCE.test(word) && !ABBREVIATION.test(word) && STARTS_SENTENCE.test(next ?? 'A');
    if (next !== undefined && (!isEnd || MARKUP.test(next))) continue;
    sentences.push(sentence);
    sentence = [];
  }
  return sentences;
}

/** A sentence in lines: broken after a clause in the second half of a line, else between any two words. */
function linesOf(words, width) {
  const lines = [];
  let rest = words;
  while (rest.join(' ').length > width) {
    let [anywhere, clause] = [0, 0];
    for (let count = 1; count < rest.length; count++) {
      const length = rest.slice(0, count).join(' ').length;
      if (length > width && anywhere > 0) break;
      if (MARKUP.test(rest[count])) continue;
      anywhere = count;
      if (/[,;:)]$/.test(rest[count - 1]) && length >= width / 2 && length <= width) clause = count;
      if (length > width) break;
    }
    const count = clause || anywhere;
    if (count === 0) break;
    lines.push(rest.slice(0, count).join(' '));
    rest = rest.slice(count);
  }
  return [...lines, rest.join(' ')];
}

const FENCE = /^\s*(`{3,}|~{3,})/;
const ITEM = /^(\s*(?:[-+*]|\d+[.)])\s+(?:\[[ x]\]\s+)?)(?=\S)/;
const QUOTE = /^(\s*>\s?)/;

/** The text with its paragraphs in sentences. */
export function formatProse(text) {
  const out = [];
  let paragraph = null;
  const end = () => {
    if (!paragraph) return;
    const { first, hanging, lines } = paragraph;
    const sentences = sentencesOf(wordsOf(lines.join('\n')));
    const formatted = sentences.flatMap((words) => linesOf(words, COLUMNS - hanging.length));
    for (const [i, line] of formatted.entries()) out.push((i === 0 ? first : hanging) + line);
    paragraph = null;
  };
  const begin = (first, hanging, line) => {
    end();
    paragraph = { first, hanging, lines: [line] };
  };
  let fence = null;
  let isHtml = false;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      out.push(line);
      continue;
    }
    if (mark || isHtml || /^\s*<(?:!--|\/?[a-z])/.test(line)) {
      end();
      if (mark) fence = mark;
      else isHtml = line.trim() !== '' && !line.includes('-->');
      out.push(line);
      continue;
    }
    const item = ITEM.exec(line)?.[1];
    const quote = QUOTE.exec(line)?.[1];
    const isCode = /^ {4}/.test(line) && !paragraph && !(out.at(-1) === '' && isInItem(out));
    if (line.trim() === '' || isCode || /^\s*(?:#|\||\[[^\]]+\]:)|^(?:-{3,}|={3,})$/.test(line)) {
      end();
      out.push(line);
    } else if (item) begin(item, ' '.repeat(item.length), line.slice(item.length));
    else if (quote && paragraph?.first !== quote) begin(quote, quote, line.slice(quote.length));
    else if (paragraph) paragraph.lines.push(line.slice(quote?.length ?? 0));
    else {
      const indent = /^\s*/.exec(line)[0];
      begin(indent, indent, line.slice(indent.length));
    }
    // Two spaces at the end break a line, and so does a backslash.
    if (paragraph && /(?: {2}|\\)$/.test(line)) end();
  }
  end();
  return out.join('\n');
}

/** Whether the last written block belongs to a list item: then an indented block is no code. */
function isInItem(lines) {
  const last = lines.findLast((line) => /^\S/.test(line));
  return last !== undefined && ITEM.test(last);
}
