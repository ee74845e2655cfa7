import { beginsWithWithdrawal } from '../record/withdrawal.ts';

/** The newest version from the raw format; null for a format without versions. */
export interface VersionFile {
  /** `D`, `S`, … as arXiv flags its source; `I` marks a withdrawn version. */
  type: string;
  /** `401kb`; a withdrawn version has no file. */
  size: string;
}

/**
 * arXiv keeps the record of a withdrawn paper (https://info.arxiv.org/help/withdraw.html): its newest version has no
 * file, or the comments or the abstract say so.
 */
export const isWithdrawn = (said: {
  comments: string;
  abstract: string;
  file: VersionFile | null;
}): boolean =>
  (said.file !== null &&
    (said.file.type.includes('I') || /^0(?:\.0+)?\s*(?:[kmg]?b)?$/i.test(said.file.size))) ||
  // `12 pages, 3 figures. This paper has been withdrawn …`
  said.comments
    .slice(0, 2000)
    .split(/(?:[.;,!]|\s[-\u2013\u2014])\s+/)
    .some(beginsWithWithdrawal) ||
  beginsWithWithdrawal(said.comments) ||
  beginsWithWithdrawal(said.abstract);
