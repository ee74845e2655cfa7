import { decodeXML } from 'entities';
import { createContext, createElement, type ReactNode, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const Medium = createContext<'html' | 'text'>('html');

/** Which of a mail's two parts is being written; the parts of a template print themselves accordingly. */
export const useMedium = () => useContext(Medium);

const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Word, which draws mails in classic Outlook, knows no max-width. */
const forWord = '<!--[if mso]><style>.c{width:600px!important}</style><![endif]-->';

/** The html part. The doctype is the one Outlook's and Yahoo's clients lay out tables best under. */
export const printHtml = (mail: ReactNode): string =>
  doctype +
  renderToStaticMarkup(createElement(Medium, { value: 'html' }, mail)).replace(
    '</head>',
    `${forWord}</head>`,
  );

/**
 * The text part: the same tree, whose parts write lines instead of elements. React has escaped every text
 * exactly once, so that undoing it once gives back what was said.
 */
export const printText = (mail: ReactNode): string => {
  const escaped = renderToStaticMarkup(createElement(Medium, { value: 'text' }, mail));
  return `${decodeXML(escaped)
    .replace(/(?<!^--)[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
};
