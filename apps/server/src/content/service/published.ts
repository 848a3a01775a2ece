import type { Day } from '@glasshouse/core/calendar/days'
import { runsOn } from '@glasshouse/core/content/campaigns'
import type {
  About,
  Article,
  ArticleQuery,
  ArticleWithNeighbours,
  Banner,
  BannersQuery,
  HomeNotice,
  ListArticlesQuery,
  ListedArticle,
} from '@glasshouse/core/content/codec'
import { textIn } from '@glasshouse/core/content/records'
import { domainError } from '@glasshouse/core/errors/registry'
import type { SortedRange } from '@glasshouse/core/wire/codec'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Db } from '../../platform/database/index.ts'
import type { Log } from '../../platform/telemetry/index.ts'
import { incrementReads, listPublished, type RecordRow } from '../store/records.ts'
import type { TextFiller } from './placeholders.ts'

/** Published content for visitors, in their language or in English. */

export const getNav = async (
  db: Db,
  lang: Language,
  menu: number,
): Promise<{ name: string; url: string }[]> =>
  (await listPublished(db, 'nav'))
    .filter(({ fields }) => fields.place === String(menu))
    .map(({ texts, fields }) => ({ name: textIn(texts, lang, 'title'), url: fields.link ?? '' }))

const isAt = (place: string | undefined, { type, code }: BannersQuery): boolean =>
  code === '' ? (place?.startsWith(`${type}:`) ?? false) : place === `${type}:${code}`

export const getBanners = async (db: Db, lang: Language, query: BannersQuery): Promise<readonly Banner[]> =>
  (await listPublished(db, 'banner'))
    .filter(({ fields }) => isAt(fields.place, query))
    .map(({ texts, fields }) => ({
      picture: fields.picture ?? '',
      link: fields.link ?? '',
      title: textIn(texts, lang, 'title'),
    }))

/** About page of the operator with the campaign of a day; empty while it is not written, because nothing is invented. */
export const getAbout = async (db: Db, fillerOf: TextFiller, lang: Language, day: Day): Promise<About> => {
  const [[about], products, plans, teams, certificates, campaigns] = await Promise.all([
    listPublished(db, 'about'),
    listPublished(db, 'product'),
    listPublished(db, 'plan'),
    listPublished(db, 'team'),
    listPublished(db, 'certificate'),
    listPublished(db, 'campaign'),
  ])
  const campaign = campaigns.find(({ fields }) => runsOn(fields, day))
  const all = [about, ...products, ...plans, ...teams, ...certificates, campaign].flatMap((row) => row ?? [])
  const fill = await fillerOf(lang, all.flatMap(writtenTexts))
  const textOf = ({ texts }: RecordRow, name: string): string => fill(textIn(texts, lang, name))
  const text = (name: string): string => (about === undefined ? '' : textOf(about, name))
  const field = (name: string): string => about?.fields[name] ?? ''
  return {
    name: text('title'),
    email: field('email'),
    riskNotice: text('riskNotice'),
    profile: text('content'),
    products: products.map((row) => ({
      title: textOf(row, 'title'),
      content: textOf(row, 'content'),
      picture: row.fields.picture ?? '',
    })),
    social: { facebook: field('facebook'), twitter: field('twitter'), youtube: field('youtube') },
    plans: plans.map((row) => ({
      id: row.id,
      year: Number.parseInt(row.fields.year ?? '0', 10),
      title: textOf(row, 'title'),
      content: textOf(row, 'content'),
    })),
    teams: teams.map((row) => ({
      id: row.id,
      name: textOf(row, 'name'),
      content: textOf(row, 'content'),
      product: row.fields.product === undefined ? null : Number.parseInt(row.fields.product, 10),
    })),
    certificates: certificates.map((row) => ({
      id: row.id,
      title: textOf(row, 'title'),
      issuer: row.fields.issuer ?? '',
      issued: row.fields.issued ?? '',
      source: row.fields.source ?? '',
      picture: row.fields.picture ?? '',
    })),
    campaign:
      campaign === undefined
        ? null
        : {
            id: campaign.id,
            title: textOf(campaign, 'title'),
            content: textOf(campaign, 'content'),
            from: campaign.fields.from ?? '',
            to: campaign.fields.to ?? '',
            link: campaign.fields.link ?? '',
          },
  }
}

/** Every text of a record, in every language. */
const writtenTexts = ({ texts }: RecordRow): readonly string[] =>
  Object.values(texts).flatMap((byName) => Object.values(byName))

const pageOf = <T>(rows: readonly T[], { offset, limit, direction }: SortedRange): readonly T[] => {
  const ordered = direction === 'desc' ? rows : [...rows].reverse()
  return ordered.slice(offset, offset + limit)
}

export const listNotices = async (db: Db, lang: Language, page: SortedRange) => {
  const all = await listPublished(db, 'homeMsg')
  const rows = pageOf(all, page).map(
    ({ id, texts, created_ms }): HomeNotice => ({
      id,
      title: textIn(texts, lang, 'title'),
      content: textIn(texts, lang, 'content'),
      createdMs: created_ms,
    }),
  )
  return { rows, total: all.length }
}

const articleOf = (
  { id, texts, updated_ms, reads }: RecordRow,
  lang: Language,
  fill: (text: string) => string,
): Article => ({
  id,
  title: fill(textIn(texts, lang, 'title')),
  content: fill(textIn(texts, lang, 'content')),
  updatedMs: updated_ms,
  reads,
})

export const listArticles = async (
  db: Db,
  fillerOf: TextFiller,
  lang: Language,
  query: ListArticlesQuery,
) => {
  const all = await listPublished(db, query.kind)
  const page = pageOf(all, query)
  const fill = await fillerOf(lang, page.flatMap(writtenTexts))
  const rows = page.map(
    (row): ListedArticle => ({
      ...articleOf(row, lang, fill),
      subtitle: fill(textIn(row.texts, lang, 'subtitle')),
      thumbnail: row.fields.thumbnail ?? '',
      picture: row.fields.picture ?? '',
    }),
  )
  return { rows, total: all.length }
}

/** Counts reads asynchronously. */
export type ReadCounter = { readonly count: (id: number) => void; readonly written: () => Promise<void> }

/** One statement in flight; reads meanwhile are summed and join the next one. */
export const createReadCounter = (db: Db, log: Pick<Log, 'warn'>): ReadCounter => {
  let pending = new Map<number, number>()
  let writing: Promise<void> | null = null
  const write = async (): Promise<void> => {
    while (pending.size > 0) {
      const reads = pending
      pending = new Map()
      try {
        await incrementReads(db, reads)
      } catch (error) {
        log.warn({ err: error }, 'reads of articles were not counted')
      }
    }
    writing = null
  }
  return {
    count: (id) => {
      pending.set(id, (pending.get(id) ?? 0) + 1)
      writing ??= Promise.resolve().then(write)
    },
    written: async () => {
      await writing
    },
  }
}

/** An article with its neighbours in the list. Throws `notFound` for a draft and for a missing one. */
export const getArticle = async (
  db: Db,
  fillerOf: TextFiller,
  reads: ReadCounter,
  lang: Language,
  { id, kind }: ArticleQuery,
): Promise<ArticleWithNeighbours> => {
  const all = await listPublished(db, kind)
  const at = all.findIndex((row) => row.id === id)
  if (at === -1) throw domainError('notFound')
  reads.count(id)
  const fill = await fillerOf(lang, all.slice(Math.max(0, at - 1), at + 2).flatMap(writtenTexts))
  const articleAt = (index: number): Article | undefined => {
    const row = all[index]
    return row && articleOf(row, lang, fill)
  }
  return { prev: articleAt(at - 1), current: articleAt(at), next: articleAt(at + 1) }
}
