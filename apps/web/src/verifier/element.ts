/** Creates an element with a class and its content; texts are texts, never markup. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}
