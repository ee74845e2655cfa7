/** Why mail to a reader is held back: the address does not exist, or the reader called our mail spam. */
export const mailBlocks = ['bounce', 'complaint'] as const;
export type MailBlock = (typeof mailBlocks)[number];
