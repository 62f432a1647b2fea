import MarkdownIt from 'markdown-it';
import { codeMarkdown, fencedMarkdown, inHtml, plainMarkdown } from './markdownText';

const markdown = new MarkdownIt({ html: true });

const TEXTS = [
  'must be one of `seed`, not `grown`',
  'a ` alone, and ``two``',
  '*bold*, _slanted_, ~~gone~~ and \\*neither\\*',
  '[a link](https://example.org) and ![a picture](x.png)',
  '<b>bold</b> & &amp; &#64;',
  '# no heading',
  'a | b',
  'for @octocat, of #12',
  '$ref: #/components/schemas/Plant~1x',
];

test.each(TEXTS)('%s is shown as it is', (text) => {
  const told = plainMarkdown(text);
  const shown = markdown.utils.escapeHtml(text);
  expect(markdown.render(`- ${told}`).trim()).toBe(`<ul>\n<li>${shown}</li>\n</ul>`);
  expect(markdown.render(told).trim()).toBe(`<p>${shown}</p>`);
  expect(told + inHtml(text)).not.toContain('@');
});

test.each(TEXTS)('%s is shown as it is in a block of code', (text) => {
  const lines = `before\n${text}\n\`\`\`\n${text}`;
  const [block] = markdown.parse(fencedMarkdown(lines).join('\n'), {});
  expect([block?.type, block?.content]).toEqual(['fence', `${lines}\n`]);
});

test('a name with backticks is one piece of code', () => {
  expect(markdown.renderInline(codeMarkdown('GET /`a`'))).toBe("<code>GET /'a'</code>");
});
