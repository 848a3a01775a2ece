import type { Finding, Rule } from '../rule.ts'
import { lineAt, type SourceFile } from '../tree.ts'

/** Names of fields of the wire, each with the name inside. `words` has those that no code outside the wire has. */
const wireFields: ReadonlyMap<string, string> = new Map([
  ['BodyOf', 'a command or a query of the domain'],
  ['pageNum', 'a page range'],
  ['orderByColumn', 'orderBy'],
  ['isAsc', 'direction'],
  ['typeid', 'productId'],
  ['interesttype', 'method'],
  ['retesid', 'cycleId'],
  ['basicrate', 'cycleId'],
  ['stoploss', 'stopLossPercent'],
  ['buymoney', 'principal'],
  ['creditmoney', 'credit'],
  ['amout', 'coins'],
  ['realprice', 'paid'],
  ['forntpic', 'front'],
])
const fieldPattern = new RegExp(`\\b(?:${[...wireFields.keys()].join('|')})\\b`, 'g')

/** Services and stores of modules, and the pages of both sites. */
const insidePattern = /^apps\/(?:server\/src\/.*\/(?:service|store)(?:\/|\.ts$)|(?:web|staff)\/src\/)/

const isInside = (path: string): boolean =>
  insidePattern.test(path) &&
  /\.tsx?$/.test(path) &&
  !/\.(?:test|fixture)\.tsx?$/.test(path) &&
  !/(?:^|\/)(?:wire|codec)\.ts$/.test(path)

const findingsOf = (file: SourceFile): readonly Finding[] =>
  [...file.readings().code.matchAll(fieldPattern)].map(({ 0: name, index }) => ({
    path: file.path,
    line: lineAt(file.text, index),
    sentence: `“${name}” belongs to the wire; a codec turns it into ${wireFields.get(name)}`,
  }))

/**
 * Names of the wire stay out of services, stores and pages, which know commands, queries and objects of the domain.
 *
 * @param pending folders that still have some; one without any is a finding, so that the list shrinks
 */
export const wireBoundary = (pending: readonly string[] = pendingFolders): Rule => ({
  name: 'wire-boundary',
  check: (tree) => {
    const found = tree.files.filter(({ path }) => isInside(path)).flatMap(findingsOf)
    const isIn = (folder: string, { path }: Finding): boolean => path.startsWith(folder)
    const isPresent = (folder: string): boolean => tree.files.some(({ path }) => path.startsWith(folder))
    return [
      ...found.filter((finding) => !pending.some((folder) => isIn(folder, finding))),
      ...pending
        .filter((folder) => isPresent(folder) && !found.some((finding) => isIn(folder, finding)))
        .map((folder) => ({
          path: 'tools/tidy/src/rules/wireBoundary.ts',
          line: 1,
          sentence: `${folder} has no names of the wire any more: take it off the list`,
        })),
    ]
  },
})

/** Folders that still have names of the wire. */
const pendingFolders = [
  'apps/staff/src/screens/content/',
  'apps/staff/src/screens/members/',
  'apps/staff/src/screens/payouts/',
  'apps/staff/src/screens/queue/',
  'apps/staff/src/words/',
  'apps/web/src/screens/community/',
] as const
