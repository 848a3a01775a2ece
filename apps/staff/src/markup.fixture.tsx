import type { DataOf, Path } from '@glasshouse/core/calls'
import { elementsOf, type Part } from '@glasshouse/ui/elements.fixture'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { type CurrentStaff, MeContext } from './me.ts'

/** Calls that answer a list with its total. */
type Page<P extends Path> = { readonly rows: DataOf<P>; readonly total: number }
/** What the server answered, by path; a call that is not named has not been answered yet. */
type Received = { readonly [P in Path]?: DataOf<P> | Page<P> }

const manager: CurrentStaff = {
  id: 1,
  email: 'manager@glasshouse.test',
  name: 'Manager',
  role: 'manager',
  totp: true,
}

/** Surroundings of a part of the console: who is signed in, and answers that have arrived. */
const consoleOf = (element: ReactElement, received: Received, role: CurrentStaff['role']): ReactElement => {
  const cache = new QueryClient({
    defaultOptions: {
      queries: { queryKeyHashFn: ([path]) => String(path), staleTime: Number.POSITIVE_INFINITY },
    },
  })
  for (const [path, data] of Object.entries(received)) cache.setQueryData([path], data)
  return (
    <QueryClientProvider client={cache}>
      <Router ssrPath="/">
        <MeContext value={{ ...manager, role }}>{element}</MeContext>
      </Router>
    </QueryClientProvider>
  )
}

/** Markup of a part of the console as it is first drawn. */
export const markupOf = (
  element: ReactElement,
  received: Received = {},
  role: CurrentStaff['role'] = 'manager',
): string => renderToStaticMarkup(consoleOf(element, received, role))

/** Elements that a part of the console returns when it is first drawn, such as a dialog with its fields. */
export const partsOf = <P,>(
  component: (props: P) => ReactNode,
  props: P,
  received: Received = {},
  role: CurrentStaff['role'] = 'manager',
): readonly Part[] => elementsOf(component, props, (drawn) => consoleOf(drawn, received, role))

/** Dialog of a command as it opens: its texts, why it is locked, and its fields by label with their values. */
export const dialogOf = <P,>(...opened: Parameters<typeof partsOf<P>>) => {
  const [dialog, ...parts] = partsOf(...opened)
  const fields = parts.flatMap(({ props: { label, value } }) =>
    typeof label === 'string' ? [[label, value] as const] : [],
  )
  return { ...dialog?.props, fields: Object.fromEntries(fields) }
}

const plain = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()

/** Readable text of a part of the console. */
export const textOf = (...part: Parameters<typeof markupOf>): string => plain(markupOf(...part))

/** Text of each cell, row by row, of the first table of a part of the console; without its head. */
export const rowsOf = (...part: Parameters<typeof markupOf>): readonly (readonly string[])[] => {
  const [, body = ''] = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(markupOf(...part)) ?? []
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => plain(cell)),
  )
}

/** Labels of the buttons that can be pressed. */
export const enabledButtons = (...part: Parameters<typeof markupOf>): readonly string[] =>
  [...markupOf(...part).matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].flatMap(
    ([, attributes = '', inner = '']) => {
      if (/aria-disabled="true"|\bdisabled=""/.test(attributes)) return []
      return [/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? plain(inner)]
    },
  )
