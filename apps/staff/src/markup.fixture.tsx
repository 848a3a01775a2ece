import type { DataOf, Path } from '@glasshouse/core/calls'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
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

/** Markup of a part of the console as it is first drawn, with answers that have arrived. */
export const markupOf = (
  element: ReactElement,
  received: Received = {},
  role: CurrentStaff['role'] = 'manager',
): string => {
  const cache = new QueryClient({
    defaultOptions: {
      queries: { queryKeyHashFn: ([path]) => String(path), staleTime: Number.POSITIVE_INFINITY },
    },
  })
  for (const [path, data] of Object.entries(received)) cache.setQueryData([path], data)
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <Router ssrPath="/">
        <MeContext value={{ ...manager, role }}>{element}</MeContext>
      </Router>
    </QueryClientProvider>,
  )
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
