import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type Props = Readonly<Record<string, unknown>>
export type Part = ReactElement<Props>

const within = (node: unknown): readonly Part[] => {
  if (Array.isArray(node)) return node.flatMap(within)
  if (!isValidElement<Props>(node)) return []
  return [node, ...Object.values(node.props).flatMap(within)]
}

/**
 * Elements that a component returns when it is first drawn, outermost first, with their handlers. Components among them
 * are named and not drawn, so a test hears exactly what this one passes on.
 */
export const elementsOf = <P,>(
  component: (props: P) => ReactNode,
  props: P,
  provide: (drawn: ReactElement) => ReactElement = (drawn) => drawn,
): readonly Part[] => {
  let returned: ReactNode = null
  function Drawn() {
    returned = component(props)
    return null
  }
  renderToStaticMarkup(provide(<Drawn />))
  return within(returned)
}

/** Calls a handler of an element with the parts of an event that it reads. */
export const send = (part: Part | undefined, handler: `on${string}`, event?: unknown): void => {
  const handle = part?.props[handler]
  if (typeof handle !== 'function') throw new Error(`nothing here handles ${handler}`)
  handle(event)
}
