/**
 * What is stored about a reader, in words, each with the fields of the export that hold it. The privacy policy, the question
 * before a deletion, and the export agree by it; features add their own fields, as connections.
 */
export const storedData: readonly { what: string; fields: string[] }[] = [
  { what: 'your email address and the state of your account', fields: ['account'] },
  { what: 'your preferences', fields: ['preferences'] },
  { what: 'your search terms with what they learned', fields: ['searchTerms'] },
  { what: 'your digests', fields: ['digests'] },
  { what: 'your shelf with its notes and tags', fields: ['papers'] },
  { what: 'your sign-ins, devices and security activity', fields: ['sessions', 'securityActivity'] },
  { what: 'your API tokens, feeds and other connections', fields: [] },
  { what: 'the dates of your payments', fields: ['payments'] },
];
