import type { IndexedNames, LearnedClass } from '../core/types.ts';
import { type CooperativeYield, newYielder } from '../core/yieldToEventLoop.ts';

/** Minimum number of papers with a substance and its class in which no other substance belongs more clearly to it. */
const papersAtLeast = 3;
const papersOfItsOwn = 2;
/** Minimum share of a substance's papers that name the class. */
const shareAtLeast = 0.5;
/** The share for agents: what makes animals ill is named together with the agents against it (streptozocin). */
const shareOfAgents = 0.7;
/** Maximum number of members, the strongest first. Each adds a list of papers to every topic that names the class. */
const membersAtMost = 12;
const classesAtMost = 500;

type Named = Pick<IndexedNames, 'classes' | 'substances'>;

/**
 * Which substances belong to which classes, by the papers that name both. A paper on two substances of one class counts
 * only for the one with the stronger link, because papers of a class also name what its drugs are compared with.
 * Strongest evidence first.
 */
export class NarrowerNames {
  private readonly names = new Numbered();
  /** Papers of each substance, by its number. */
  private readonly papers: number[] = [];
  /** Papers that name both a class and a substance. */
  private readonly both: { classes: number[]; substances: number[] }[] = [];

  add({ classes, substances }: Named): void {
    const numbered = (names: readonly string[]) => names.map((name) => this.names.of(name));
    const record = { classes: numbered(classes), substances: numbered(substances) };
    for (const substance of record.substances) this.papers[substance] = (this.papers[substance] ?? 0) + 1;
    if (record.classes.length > 0 && record.substances.length > 0) this.both.push(record);
  }

  /** Yields to the event loop. */
  async found(): Promise<LearnedClass[]> {
    const yielder = newYielder();
    const members = await this.ownPapers(await this.likely(yielder), yielder);
    const byClass = new Map<number, { substance: number; own: number }[]>();
    for (const [key, own] of members) {
      if (own < papersOfItsOwn) continue;
      const [group, substance] = [Math.floor(key / range), key % range];
      byClass.set(group, [...(byClass.get(group) ?? []), { substance, own }]);
    }
    return [...byClass]
      .map(([group, all]) => ({
        name: this.names.list[group]!,
        papers: all.reduce((sum, { own }) => sum + own, 0),
        substances: all
          .sort((one, other) => other.own - one.own || one.substance - other.substance)
          .slice(0, membersAtMost)
          .map(({ substance }) => this.names.list[substance]!),
      }))
      .sort((one, other) => other.papers - one.papers || (one.name < other.name ? -1 : 1))
      .slice(0, classesAtMost)
      .map(({ name, substances }) => ({ name, substances }));
  }

  /** The share of a substance's papers that name a class, for pairs with a large enough share. */
  private async likely(yielder: CooperativeYield): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    for (const { classes, substances } of this.both) {
      if (yielder.isDue()) await yielder.yield();
      for (const group of classes)
        for (const substance of substances)
          counts.set(group * range + substance, (counts.get(group * range + substance) ?? 0) + 1);
    }
    for (const [key, count] of counts) {
      if (yielder.isDue()) await yielder.yield();
      const share = count / this.papers[key % range]!;
      const isAgent = / agents\b/i.test(this.names.list[Math.floor(key / range)]!);
      const least = isAgent ? shareOfAgents : shareAtLeast;
      if (count < papersAtLeast || share < least) counts.delete(key);
      else counts.set(key, share);
    }
    return counts;
  }

  /** The papers of each pair in which no other substance belongs more clearly to the class. */
  private async ownPapers(
    shares: ReadonlyMap<number, number>,
    yielder: CooperativeYield,
  ): Promise<Map<number, number>> {
    const own = new Map<number, number>();
    for (const { classes, substances } of this.both) {
      if (yielder.isDue()) await yielder.yield();
      for (const group of classes) {
        const keys = substances.map((one) => group * range + one).filter((key) => shares.has(key));
        const most = Math.max(...keys.map((key) => shares.get(key)!));
        for (const key of keys) if (shares.get(key) === most) own.set(key, (own.get(key) ?? 0) + 1);
      }
    }
    return own;
  }
}

/** More names than any corpus has; one key holds two numbers below it. */
const range = 2 ** 24;

/** Numbers names, ignoring capitals. */
class Numbered {
  readonly list: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(name: string): number {
    const key = name.toLowerCase();
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.list.length);
    return this.list.push(name) - 1;
  }
}
