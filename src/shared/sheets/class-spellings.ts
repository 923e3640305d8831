/**
 * The spellings of classes in a sheet: `5`, `5th` and `Class 5` are one class. A person decides about spellings that the
 * list of students does not have.
 */

import { keyOfClass } from '../people/class-key.ts';
import { ClassList, type ListedClass, type PlaceNames } from '../people/class-list.ts';
import { splitPlace } from '../people/class-name.ts';
import type { SheetQuestion } from './checked.ts';
import { plainName } from './same-value.ts';
import type { ClassAnswer } from './sheet-rows.ts';

type Spelling = { text: string; count: number };
/** `fresh`: the spellings that a person decides about. `use`: the name that they get unless a person keeps them. */
type Spellings = { key: string; all: Spelling[]; fresh: Spelling[]; use: string; isListed: boolean };

const mostFirst = (one: Spelling, other: Spelling): number =>
  other.count - one.count || one.text.length - other.text.length;

export class ClassNames {
  readonly #list: ClassList<ListedClass>;
  readonly #kept = new Set<string>();
  /** The names of spellings, and of whole places as a cache. */
  #names: ReadonlyMap<string, string> = new Map();
  readonly #placed = new Map<string, PlaceNames>();
  #found: readonly Spellings[] = [];

  constructor(listed: readonly ListedClass[]) {
    this.#list = new ClassList(listed);
  }

  /** The class and section that a row means. */
  placed(place: PlaceNames): PlaceNames {
    const key = `${place.class}\n${place.section}`;
    const before = this.#placed.get(key);
    if (before) return before;
    const { class: name, section } = this.#split(place);
    const named = this.#list.find(name)?.name ?? this.#names.get(plainName(name)) ?? name;
    const placed = { class: named, section };
    this.#placed.set(key, placed);
    return placed;
  }

  /** A class of the list is not split, even if its name seems to contain a section. */
  #split = (place: PlaceNames): PlaceNames => (this.#list.find(place.class) ? place : splitPlace(place));

  /** Finds the spellings of all rows again. */
  update(places: Iterable<PlaceNames>): void {
    this.#found = [...this.#groups(places)].flatMap(([key, all]) => this.#decide(key, all));
    this.#names = new Map(
      this.#found.flatMap(({ key, fresh, use }) =>
        this.#kept.has(key) ? [] : fresh.map(({ text }): [string, string] => [plainName(text), use]),
      ),
    );
    this.#placed.clear();
  }

  #groups(places: Iterable<PlaceNames>): Map<string, Spelling[]> {
    const written = new Map<string, Spelling & { place: PlaceNames }>();
    for (const place of places) {
      const key = `${place.class}\n${place.section}`;
      const before = written.get(key);
      if (before) before.count += 1;
      else written.set(key, { place, text: '', count: 1 });
    }
    const spellings = new Map<string, Spelling>();
    for (const { place, count } of written.values()) {
      const text = this.#split(place).class;
      const before = spellings.get(plainName(text));
      if (before) before.count += count;
      else spellings.set(plainName(text), { text, count });
    }
    return Map.groupBy(spellings.values(), ({ text }) => keyOfClass(this.#list.find(text)?.name ?? text));
  }

  #decide(key: string, spellings: readonly Spelling[]): Spellings[] {
    const all = spellings.toSorted(mostFirst);
    const fresh = all.filter(({ text }) => !this.#list.find(text));
    const listed = this.#list.alike(key);
    if (fresh.length === 0 || (!listed && fresh.length === 1)) return [];
    const [most] = all;
    const before = this.#found.find((one) => one.key === key)?.use;
    const isBefore = fresh.some(({ text }) => text === before);
    const use = listed?.name ?? (isBefore ? before : most?.text) ?? '';
    return [{ key, all, fresh, use, isListed: listed !== undefined }];
  }

  get questions(): SheetQuestion[] {
    return this.#found.map(({ key, all, fresh, use, isListed }) => ({
      key: `class ${key}`,
      kind: 'class',
      field: 'class',
      heading: '',
      count: all.reduce((sum, { count }) => sum + count, 0),
      example: use,
      classes: { spellings: all, kept: fresh.length + Number(isListed), isListed },
      answers: [{ name: 'oneClass' }, { name: 'ownClasses' }],
      answer: this.#kept.has(key) ? 'ownClasses' : 'oneClass',
    }));
  }

  /** `isKept`: the spellings stay classes of their own. */
  answer(key: string, isKept: boolean): void {
    if (isKept) this.#kept.add(key);
    else this.#kept.delete(key);
  }

  /** The answers to send with the rows. */
  get answers(): ClassAnswer[] {
    return this.#found.flatMap(({ key, fresh, use }) => {
      const isKept = this.#kept.has(key);
      return fresh.flatMap(({ text }) =>
        isKept || text !== use ? [{ spelling: text, name: isKept ? text : use }] : [],
      );
    });
  }
}
