/** Wire forms of published content. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import { contentFieldsFromWire, contentFieldsToWire } from './fields/codec.ts'
import type { ContentFields, ContentKind, ContentTexts } from './records.ts'

/** Place of a menu. */
export const menuFromWire = ({ bartype }: BodyOf<'/api/common/nav'>): number => bartype

/** Asks for the links of a menu. */
export const menuToWire = (menu: number): RequestOf<'/api/common/nav'> => ({ bartype: menu })

/** Pictures of one place, or of all places of a type where the code is empty. */
export type BannersQuery = { readonly type: number; readonly code: string }

/** Parses the request of `/api/common/banner`. */
export const bannersFromWire = ({ bannertype, code }: BodyOf<'/api/common/banner'>): BannersQuery => ({
  type: bannertype,
  code: code ?? '',
})

/** Asks for the pictures of a place. */
export const bannersToWire = ({ type, code }: BannersQuery): RequestOf<'/api/common/banner'> => ({
  bannertype: type,
  code,
})

/** A picture that turns at a place. */
export type Banner = { readonly picture: string; readonly link: string; readonly title: string }

type BannerRow = DataOf<'/api/common/banner'>[number]

/** Formats pictures for `/api/common/banner`. */
export const bannerRowsToWire = (banners: readonly Banner[]): BannerRow[] =>
  banners.map(({ picture, ...banner }) => ({ picurl: picture, ...banner }))

/** Parses pictures that the server returned. */
export const bannerRowsFromWire = (rows: readonly BannerRow[]): readonly Banner[] =>
  rows.map(({ picurl, ...row }) => ({ picture: picurl, ...row }))

type AboutRow = DataOf<'/api/common/about'>

/** Who runs this, with what is published about products, plans, teams, certificates and the campaign of today. */
export type About = Omit<AboutRow, 'products' | 'certificates'> & {
  readonly products: readonly (Omit<AboutRow['products'][number], 'picurl'> & {
    /** Empty without one. */
    readonly picture: string
  })[]
  readonly certificates: readonly (Omit<AboutRow['certificates'][number], 'picurl'> & {
    readonly picture: string
  })[]
}

const pictureToWire = <Row extends object>({ picture, ...row }: Row & { readonly picture: string }) => ({
  ...row,
  picurl: picture,
})

const pictureFromWire = <Row extends object>({ picurl, ...row }: Row & { readonly picurl: string }) => ({
  ...row,
  picture: picurl,
})

/** Formats the about page for `/api/common/about`. */
export const aboutToWire = (about: About): AboutRow => ({
  ...about,
  products: about.products.map(pictureToWire),
  certificates: about.certificates.map(pictureToWire),
})

/** Parses the about page that the server returned. */
export const aboutFromWire = (row: AboutRow): About => ({
  ...row,
  products: row.products.map(pictureFromWire),
  certificates: row.certificates.map(pictureFromWire),
})

/** A notice of the home page. */
export type HomeNotice = {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly createdMs: number
}

type NoticeRow = DataOf<'/api/common/homeMsg'>[number]

/** Formats a notice for `/api/common/homeMsg`. */
export const homeNoticeToWire = ({ createdMs, ...notice }: HomeNotice): NoticeRow => ({
  ...notice,
  createtime: createdMs,
})

/** Parses notices that the server returned. */
export const homeNoticesFromWire = (rows: readonly NoticeRow[]): readonly HomeNotice[] =>
  rows.map(({ createtime, ...row }) => ({ ...row, createdMs: createtime }))

const articleTypes = { 5: 'faq', 7: 'news' } as const

/** Kinds of articles. */
export type ArticleKind = (typeof articleTypes)[keyof typeof articleTypes]

const articleNumbers = { faq: 5, news: 7 } as const satisfies Record<ArticleKind, keyof typeof articleTypes>

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

/** Names the kind of articles in a request. */
export const articleKindToWire = (kind: ArticleKind): { readonly type: 5 | 7 } => ({
  type: articleNumbers[kind],
})

/** An article. */
export type Article = {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly updatedMs: number
  /** How often it was read. */
  readonly reads: number
}

type ArticleFields = Pick<
  DataOf<'/api/common/newinfo'>[number],
  'id' | 'title' | 'content' | 'update_time' | 'readnum'
>

const articleToWire = ({ id, title, content, updatedMs, reads }: Article): ArticleFields => ({
  ...{ id, title, content, update_time: updatedMs, readnum: reads },
})

const articleOf = ({ id, title, content, update_time, readnum }: ArticleFields): Article => ({
  ...{ id, title, content, updatedMs: update_time, reads: readnum },
})

/** An article in a list; its pictures are empty without one. */
export type ListedArticle = Article & {
  readonly subtitle: string
  readonly thumbnail: string
  readonly picture: string
}

type ListedRow = DataOf<'/api/common/news'>[number]

/** Formats an article of a list for `/api/common/news`. */
export const listedArticleToWire = (listed: ListedArticle): ListedRow => ({
  ...articleToWire(listed),
  subtitle: listed.subtitle,
  picthumb: listed.thumbnail,
  picurl: listed.picture,
})

/** Parses a list of articles that the server returned. */
export const listedArticlesFromWire = (rows: readonly ListedRow[]): readonly ListedArticle[] =>
  rows.map((row) => ({
    ...articleOf(row),
    subtitle: row.subtitle,
    thumbnail: row.picthumb,
    picture: row.picurl,
  }))

/** An article between the ones before and after it in the list; undefined at an end of it. */
export type ArticleWithNeighbours = {
  readonly prev: Article | undefined
  readonly current: Article | undefined
  readonly next: Article | undefined
}

const positions = ['prev', 'current', 'next'] as const

/** Formats an article with its neighbours for `/api/common/newinfo`. */
export const neighboursToWire = (articles: ArticleWithNeighbours): DataOf<'/api/common/newinfo'> =>
  positions.flatMap((position) => {
    const article = articles[position]
    return article === undefined ? [] : [{ ...articleToWire(article), position }]
  })

/** Parses an article with its neighbours. */
export const neighboursFromWire = (rows: DataOf<'/api/common/newinfo'>): ArticleWithNeighbours => {
  const at = (position: (typeof positions)[number]): Article | undefined => {
    const row = rows.find((one) => one.position === position)
    return row && articleOf(row)
  }
  return { prev: at('prev'), current: at('current'), next: at('next') }
}

/** A country that is offered at registration. */
export type OfferedCountry = {
  readonly name: string
  /** ISO 3166 code. */
  readonly countryCode: string
  /** Digits before a phone number, without +. */
  readonly dialCode: string
}

type CountryRow = DataOf<'/api/common/countrys'>[number]

/** Formats countries for `/api/common/countrys`. */
export const countriesToWire = (countries: readonly OfferedCountry[]): CountryRow[] =>
  countries.map(({ name, countryCode, dialCode }) => ({
    ...{ name, telcode: dialCode, countrycode: countryCode },
  }))

/** Parses countries that the server returned. */
export const countriesFromWire = (rows: readonly CountryRow[]): readonly OfferedCountry[] =>
  rows.map(({ name, telcode, countrycode }) => ({ name, countryCode: countrycode, dialCode: telcode }))

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

/** A record as staff see it. */
export type StaffRecord = {
  readonly kind: ContentKind
  readonly id: number
  readonly isPublished: boolean
  readonly position: number
  readonly texts: ContentTexts
  readonly fields: ContentFields
  readonly createdMs: number
  readonly updatedMs: number
  /** Who wrote it last; null for the sample. */
  readonly staffId: number | null
  readonly reads: number
}

type RecordRow = DataOf<'/staff/api/contentList'>[number]

/** Formats a record for `/staff/api/contentList`. */
export const staffRecordToWire = (record: StaffRecord): RecordRow => ({
  kind: record.kind,
  id: record.id,
  published: record.isPublished ? 1 : 0,
  position: record.position,
  texts: record.texts as RecordRow['texts'],
  fields: contentFieldsToWire(record.kind, record.fields),
  createtime: record.createdMs,
  update_time: record.updatedMs,
  staffid: record.staffId,
  readnum: record.reads,
})

/** Parses a record that the server returned. */
export const staffRecordFromWire = (row: RecordRow): StaffRecord => ({
  kind: row.kind,
  id: row.id,
  isPublished: row.published === 1,
  position: row.position,
  texts: row.texts,
  fields: contentFieldsFromWire(row.kind, row.fields),
  createdMs: row.createtime,
  updatedMs: row.update_time,
  staffId: row.staffid,
  reads: row.readnum,
})

/** Parses records that the server returned. */
export const staffRecordsFromWire = (rows: readonly RecordRow[]): readonly StaffRecord[] =>
  rows.map(staffRecordFromWire)

/** A record as staff wrote it; a new one without an id. */
export type SaveContentCommand = {
  readonly kind: ContentKind
  readonly id?: number | undefined
  readonly isPublished: boolean
  /** Smaller ones come first. */
  readonly position: number
  /** JSON: language → name → text. */
  readonly texts: string
  /** JSON: name on the wire → value. */
  readonly fields: string
}

/** Parses the request of `/staff/api/contentSave`. */
export const saveContentFromWire = ({
  published,
  ...record
}: BodyOf<'/staff/api/contentSave'>): SaveContentCommand => ({ ...record, isPublished: published === 1 })

/** Formats a record for `/staff/api/contentSave`. */
export const saveContentToWire = ({
  kind,
  id,
  isPublished,
  position,
  texts,
  fields,
}: Pick<StaffRecord, 'kind' | 'isPublished' | 'position' | 'texts' | 'fields'> & {
  /** Null for a new one. */
  readonly id: number | null
}): RequestOf<'/staff/api/contentSave'> => ({
  kind,
  ...(id === null ? {} : { id }),
  published: isPublished ? 1 : 0,
  position,
  texts: JSON.stringify(texts),
  fields: JSON.stringify(contentFieldsToWire(kind, fields)),
})
