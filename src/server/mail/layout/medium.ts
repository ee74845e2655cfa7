import { decodeXML } from 'entities';
import { createContext, createElement, type ReactNode, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const Medium = createContext<'html' | 'text'>('html');

/** The part of the mail that is being rendered. Components write HTML or plain text accordingly. */
export const useMedium = () => useContext(Medium);

const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Word, which renders mails in classic Outlook, ignores max-width. */
const forWord = '<!--[if mso]><style>.c{width:600px!important}</style><![endif]-->';

/** Renders the HTML part, with the doctype under which Outlook and Yahoo lay out tables best. */
export const printHtml = (mail: ReactNode): string =>
  doctype +
  renderToStaticMarkup(createElement(Medium, { value: 'html' }, mail)).replace(
    '</head>',
    `${forWord}</head>`,
  );

/** Renders the plain-text part of the same tree. React escapes each text exactly once, so unescaping once restores it. */
export const printText = (mail: ReactNode): string => {
  const escaped = renderToStaticMarkup(createElement(Medium, { value: 'text' }, mail));
  return `${decodeXML(escaped)
    .replace(/(?<![ \t])(?<!^--)[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
};
