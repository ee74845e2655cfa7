import type { CSSProperties } from 'react';
import { constant, type Html } from './html.ts';

/**
 * The look of every mail: paper, ink, one accent, as on the pages (app/pages/styles.css). Styles are inline because some
 * clients drop a mail's <style>; classes are for dark mode and small screens, which need a style sheet. Font families
 * have no quotes: each would cost six bytes as an entity.
 */
export const colors = {
  light: {
    paper: '#fbfaf7',
    ink: '#1c1b18',
    soft: '#5f5a50',
    rule: '#e3dfd5',
    accent: '#14506b',
    warn: '#754c00',
  },
  dark: {
    paper: '#191815',
    ink: '#ece8de',
    soft: '#aca598',
    rule: '#38352e',
    accent: '#8fc6df',
    button: '#2b7596',
    warn: '#edcc88',
  },
};
const { light, dark } = colors;

const serif = 'Iowan Old Style,Palatino Linotype,Palatino,Georgia,serif';
const sans = '-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/** A line of a small table. */
const line = (color: string) => ({
  padding: '8px 0',
  borderBottom: `1px solid ${light.rule}`,
  font: `14px/21px ${sans}`,
  color,
  verticalAlign: 'top',
  textAlign: 'left' as const,
});

export const look = {
  column: { maxWidth: '600px', margin: '0 auto' },
  inside: { padding: '28px 20px 40px', overflowWrap: 'anywhere', wordBreak: 'break-word' },
  brand: { margin: '0 0 20px', font: `12px/18px ${sans}`, letterSpacing: '.06em', color: light.soft },
  name: { color: light.ink },
  title: { margin: '0 0 12px', font: `bold 28px/34px ${serif}`, color: light.ink },
  longTitle: { margin: '0 0 12px', font: `bold 20px/27px ${serif}`, color: light.ink },
  prose: { margin: '0 0 16px', font: `17px/27px ${serif}`, color: light.ink },
  head: {
    margin: '36px 0 10px',
    font: `bold 12px/18px ${sans}`,
    letterSpacing: '.08em',
    textTransform: 'uppercase',
    color: light.soft,
  },
  part: { margin: '16px 0 0', font: `bold 13px/18px ${sans}`, color: light.soft },
  said: { margin: '2px 0 0', font: `17px/26px ${serif}`, color: light.ink },
  reference: { fontSize: '14px', color: light.soft },
  small: { margin: '0 0 8px', font: `14px/21px ${sans}`, color: light.soft },
  notice: {
    padding: '10px 14px',
    border: `1px solid ${light.rule}`,
    borderLeft: `4px solid ${light.accent}`,
    font: `15px/23px ${sans}`,
    color: light.ink,
  },
  link: { color: light.accent, textDecoration: 'underline' },
  titleLink: { color: light.accent, textDecoration: 'none' },
  /** Two side by side, tall enough to tap. */
  quietLink: { display: 'inline-block', padding: '12px 0', color: light.soft, textDecoration: 'underline' },
  button: {
    display: 'inline-block',
    padding: '13px 22px',
    borderRadius: '4px',
    backgroundColor: light.accent,
    color: '#ffffff',
    font: `bold 16px/22px ${sans}`,
    textDecoration: 'none',
  },
  rule: { padding: '16px 0 0', borderTop: `1px solid ${light.rule}` },
  paper: { padding: '20px 0 4px', borderTop: `1px solid ${light.rule}` },
  paperTitle: { margin: '2px 0 4px', font: `bold 19px/26px ${serif}`, color: light.ink },
  excerpt: { margin: '8px 0', font: `16px/25px ${serif}`, color: light.ink },
  people: { margin: 0, font: `14px/21px ${sans}`, color: light.soft },
  source: { ...line(light.ink), paddingRight: '16px', whiteSpace: 'nowrap' },
  received: line(light.soft),
  missing: line(light.warn),
  badge: { margin: '0 0 2px', font: `bold 13px/20px ${sans}`, color: light.ink },
} satisfies Record<string, CSSProperties>;

export type Look = keyof typeof look;

/** Short, because they appear on every line of a long digest. */
export const classOf = {
  column: 'c',
  inside: 'in',
  brand: 's',
  name: 'i',
  title: 'i h',
  longTitle: 'i',
  prose: 'i',
  head: 's',
  part: 's',
  said: 'i',
  reference: 's',
  small: 's',
  notice: 'i n',
  link: 'a',
  titleLink: 'a u',
  quietLink: 's q',
  button: 'b',
  rule: 'r',
  paper: 'r p',
  paperTitle: 'i t',
  excerpt: 'i x',
  people: 's o',
  source: 'i r',
  received: 's r',
  missing: 'w r',
  badge: 'i g',
} as const satisfies Record<Look, string>;

const css = (style: CSSProperties): string =>
  Object.entries(style)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}:${value}`)
    .join(';');

const attributes = (name: Look, style: CSSProperties): Html =>
  constant(`class="${classOf[name]}" style="${css(style)}"`);

const ready = Object.fromEntries(
  Object.entries(look).map(([name, style]) => [name, attributes(name as Look, style)]),
) as Record<Look, Html>;

/** The attributes of an element with this look, with its own style or another. */
export const styled = (name: Look, style?: CSSProperties): Html =>
  style ? attributes(name, style) : ready[name];

/** The class alone, for elements whose style the style sheet holds too. */
export const classed = (name: Look): Html => constant(`class="${classOf[name]}"`);

/** Long digests omit these inline styles, so the style sheet repeats them. */
const rows = `.p{${css(look.paper)}}.t{${css(look.paperTitle)}}.x{${css(look.excerpt)}}.g{${css(look.badge)}}.p .s{${css(look.small)}}.p .o{margin:0}.p .a{${css(look.titleLink)}}.p .q{${css(look.quietLink)}}`;

const darkRules = (on: string): string =>
  [
    `${on}.page,${on}.page>table>tbody>tr>td{background-color:${dark.paper}!important}`,
    `${on}.i{color:${dark.ink}!important}`,
    `${on}.s{color:${dark.soft}!important}`,
    `${on}.w{color:${dark.warn}!important}`,
    `${on}.a{color:${dark.accent}!important}`,
    `${on}.r,${on}.n{border-color:${dark.rule}!important}`,
    `${on}.n{border-left-color:${dark.accent}!important}`,
    `${on}.b{background-color:${dark.button}!important;color:#fff!important}`,
  ].join('');

/** Outlook's web and phone clients mark dark mode with `[data-ogsc]`. */
export const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}${rows}@media(prefers-color-scheme:dark){${darkRules('')}}${darkRules('[data-ogsc] ')}@media(max-width:480px){.h{font-size:25px!important;line-height:31px!important}}`;
