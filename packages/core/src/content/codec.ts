/** Wire forms of published content. */
import type { BodyOf } from '../calls.ts'
import { type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import type { ContentKind } from './records.ts'
import { articleTypes } from './wire.ts'

/** Pictures of one place, or of all places of a type where the code is empty. */
export type BannersQuery = { readonly type: number; readonly code: string }

/** Parses the request of `/api/common/banner`. */
export const bannersFromWire = ({ bannertype, code }: BodyOf<'/api/common/banner'>): BannersQuery => ({
  type: bannertype,
  code: code ?? '',
})

/** Kinds of articles. */
export type ArticleKind = (typeof articleTypes)[keyof typeof articleTypes]

/** One page of the articles of a kind. */
export type ListArticlesQuery = SortedRange & { readonly kind: ArticleKind }

/** Parses the request of `/api/common/news`. */
export const listArticlesFromWire = (body: BodyOf<'/api/common/news'>): ListArticlesQuery => ({
  ...sortedPageFromWire(body),
  kind: articleTypes[body.type],
})

/** One article. */
export type ArticleQuery = { readonly id: number; readonly kind: ArticleKind }

/** Parses the request of `/api/common/newinfo`. */
export const articleFromWire = ({ id, type }: BodyOf<'/api/common/newinfo'>): ArticleQuery => ({
  id,
  kind: articleTypes[type],
})

/** One page of the records of a kind, or its one record by id. */
export type ListRecordsQuery = SortedRange & {
  readonly kind: ContentKind
  readonly id?: number | undefined
  readonly orderBy: 'position' | 'id'
}

/** Parses the request of `/staff/api/contentList`. */
export const listRecordsFromWire = (body: BodyOf<'/staff/api/contentList'>): ListRecordsQuery => ({
  ...sortedPageFromWire(body),
  kind: body.kind,
  id: body.id,
  orderBy: body.orderByColumn,
})

/** A record as staff wrote it; a new one without an id. */
export type SaveContentCommand = {
  readonly kind: ContentKind
  readonly id?: number | undefined
  readonly isPublished: boolean
  /** Smaller ones come first. */
  readonly position: number
  /** JSON: language → name → text. */
  readonly texts: string
  /** JSON: name → value. */
  readonly fields: string
}

/** Parses the request of `/staff/api/contentSave`. */
export const saveContentFromWire = ({
  published,
  ...record
}: BodyOf<'/staff/api/contentSave'>): SaveContentCommand => ({ ...record, isPublished: published === 1 })
