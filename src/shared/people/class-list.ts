/** The classes of a campus and the spellings that mean them. Pure. */
import { keyOfClass } from './class-key.ts';
import { splitPlace } from './class-name.ts';

/** `spellings`: other names that a person has said mean this class. */
export type ListedClass = { name: string; spellings: readonly string[] };
export type PlaceNames = { class: string; section: string };

const plain = (name: string): string => name.trim().toLowerCase();

export class ClassList<T extends ListedClass> {
  readonly #byName = new Map<string, T>();
  readonly #bySpelling = new Map<string, T>();
  readonly #byKey = new Map<string, T>();
  readonly #apart: ReadonlySet<string>;

  /** Of two classes with the same key the first one counts. `apart`: names that a person keeps as own classes. */
  constructor(classes: readonly T[], apart: readonly string[] = []) {
    this.#apart = new Set(apart.map(plain));
    for (const one of classes) this.add(one);
  }

  add(one: T): void {
    const key = keyOfClass(one.name);
    if (!this.#byName.has(plain(one.name))) this.#byName.set(plain(one.name), one);
    if (!this.#byKey.has(key)) this.#byKey.set(key, one);
    for (const spelling of one.spellings) this.#bySpelling.set(plain(spelling), one);
  }

  /** The class of this name, or the one that a person has said it means. */
  find(name: string): T | undefined {
    return this.#byName.get(plain(name)) ?? this.#bySpelling.get(plain(name));
  }

  /** The class of which this name is another spelling. */
  alike(name: string): T | undefined {
    return this.#byKey.get(keyOfClass(name));
  }

  /** The class and section of a child as the list names them. A class that is not in the list keeps its name. */
  placed(place: PlaceNames): PlaceNames {
    const found = this.find(place.class);
    if (found) return { class: found.name, section: place.section };
    const split = splitPlace(place);
    const own = this.find(split.class);
    const listed = own ?? (this.#apart.has(plain(split.class)) ? undefined : this.alike(split.class));
    return { class: listed?.name ?? split.class.trim(), section: split.section };
  }
}
