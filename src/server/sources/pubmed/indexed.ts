import type { SourceRecord } from '../record/source.ts';
import { readable } from '../record/text.ts';
import { all, at, type XmlElement } from '../record/xml.ts';

/** A dozen substances is already many; one record in ten thousand exceeds this limit. */
const substancesAtMost = 20;
const classesAtMost = 10;
const longestName = 100;
const longestTitle = 400;

/** The substances that indexers assigned to a record, and its title in its own language; absent without index terms. */
export function indexedNames(citation: XmlElement | undefined, title: string): Pick<SourceRecord, 'indexed'> {
  const substances = new Set<string>();
  const classes = new Set<string>();
  for (const chemical of all(at(citation, 'ChemicalList'), 'Chemical')) {
    const name = readable(at(chemical, 'NameOfSubstance'));
    if (!name || name.length > longestName) continue;
    const number = readable(at(chemical, 'RegistryNumber'));
    if (singleSubstance.test(number)) substances.add(name);
    else if (number === '0' && isClass(name)) classes.add(name);
  }
  const own = readable(at(citation, 'Article', 'VernacularTitle'));
  const ownTitle = own && own !== title && own.length <= longestTitle ? own : null;
  if (substances.size + classes.size === 0 && !ownTitle) return {};
  return {
    indexed: {
      substances: [...substances].slice(0, substancesAtMost),
      classes: [...classes].slice(0, classesAtMost),
      ownTitle,
    },
  };
}

/** Identifiers of the FDA and numbers of Chemical Abstracts; enzymes have `EC 1.1.1.1`, proteins and classes 0. */
const singleSubstance = /^(?:[0-9A-Z]{10}|\d{2,7}-\d{2}-\d)$/;

/** Endings of headings for pharmacological actions; for `Analgesics, Opioid`, before the comma. */
const isClass = (name: string): boolean => action.test(name.split(',', 1)[0]!);

const action =
  /(?:agents|inhibitors|agonists|antagonists|blockers|modulators|activators|stimulants|stimulators|diuretics|analgesics|anesthetics|anticoagulants|anticonvulsants|antidepressants|antimalarials|antiemetics|antimetabolites|hallucinogens)$/i;
