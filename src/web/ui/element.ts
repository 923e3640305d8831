type Children = readonly (Node | string)[];

/** Creates an element without React. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { class: className, ...attributes }: Record<string, string | undefined>,
  ...children: Children
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
