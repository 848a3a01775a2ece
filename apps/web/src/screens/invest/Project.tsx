import { featuredProductsToWire } from '@glasshouse/core/invest/products/codec'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListPager } from '../../components/ListPager.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useInvestProducts } from '../../data/investProducts.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { Leads } from './copy/Leads.tsx'
import styles from './Invest.module.css'
import { ProductDetail } from './ProductDetail.tsx'
import { ProductList } from './ProductList.tsx'
import { productEveryMs, useInvestor, useIsStale } from './useInvest.ts'

const pageSize = 20
/** Kinds of the product list by their numbers; the last is the filter of featured products. */
const filters = ['0', '1', '2', '3', '4', '5', 'featured'] as const
export type Filter = (typeof filters)[number]
export const filterOf = (text: string | null): Filter => filters.find((known) => known === text) ?? '0'
const kindOf = (filter: Filter): 0 | 1 | 2 | 3 | 4 | 5 =>
  ([0, 1, 2, 3, 4, 5] as const).find((kind) => String(kind) === filter) ?? 0

/** Number of the page in the address; 1 if there is none. */
const pageOf = (text: string | null): number => Math.max(1, Number.parseInt(text ?? '1', 10) || 1)

/** Products with their rates and funding; on the desktop site beside the terms of the selected one. */
export default function Project() {
  // With the sentences of copy trading, so that its parts do not suspend a page that is shown.
  const { t } = useTranslation(['invest', 'leads', 'copy'])
  const [search] = useSearchParams()
  const filter = filterOf(search.get('type'))
  const page = pageOf(search.get('page'))
  const list = useProducts(filter, page)
  const [first] = list.data ?? []
  const type = filter === '0' ? undefined : filter
  return (
    <InvestPage isList isCopy={filter === '5'}>
      <Kinds filter={filter} />
      {filter === '5' && <Leads />}
      {site === 'phone' ? (
        <Panel>
          <Listed list={list} page={page} chosen={null} type={type} />
        </Panel>
      ) : (
        <div className={styles.frame}>
          <Listed list={list} page={page} chosen={first?.id ?? null} type={type} />
          {first === undefined ? (
            <EmptyState icon="leaf" title={t('choose')} />
          ) : (
            <ProductDetail key={first.id} id={first.id} />
          )}
        </div>
      )}
    </InvestPage>
  )
}

/** Products of a kind, polled, because other customers' orders use up their capacity. */
export const useProducts = (filter: Filter, page: number) =>
  useInvestProducts(
    filter === 'featured'
      ? featuredProductsToWire(page, pageSize)
      : { type: kindOf(filter), ...pageToWire(page, pageSize) },
    { everyMs: productEveryMs },
  )

/** Heading of the product screens: what is free in the wallet, and the way to my orders. */
export function InvestPage({
  back = paths.home(),
  isList = false,
  isCopy = false,
  children,
}: {
  back?: string
  /** The list of products, which names the way to my orders on a phone. */
  isList?: boolean
  /** Copy trading, of which no interest is set aside. */
  isCopy?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const { signedIn, available } = useInvestor()
  return (
    <Page
      title={t('title')}
      lead={!isCopy && (isList || site === 'desktop') && t('lead')}
      back={back}
      tools={
        signedIn && (
          <>
            {available !== null && (
              <span className={styles.text}>
                {t('available', { amount: figures.amount(available, 'floor') })}
              </span>
            )}
            <ToOrders />
          </>
        )
      }
    >
      {site === 'phone' && isList && signedIn && (
        <div className={styles.phoneTools}>
          <ToOrders />
        </div>
      )}
      {children}
    </Page>
  )
}

function ToOrders() {
  const { t } = useTranslation('invest')
  return (
    <Link href={paths.history()} className={buttonClass()}>
      {t('toOrders')}
    </Link>
  )
}

/** List of products with its pages and a note when it may be old. */
export function Listed({
  list,
  page,
  chosen,
  type,
}: {
  list: ReturnType<typeof useProducts>
  page: number
  chosen: number | null
  type: string | undefined
}) {
  const { t } = useTranslation('invest')
  const [, navigate] = useLocation()
  const isStale = useIsStale(list)
  return (
    <section aria-label={t('kinds')}>
      {isStale && (
        <p className={styles.stale} role="status">
          {t('stale')}
        </p>
      )}
      <ProductList list={list} chosen={chosen} type={type} />
      <ListPager
        list={list}
        page={page}
        pageSize={pageSize}
        onPage={(next) => navigate(paths.project({ type, page: String(next) }))}
      />
    </section>
  )
}

/** On a phone the chosen kind can be beyond the end of its row. One function, so that React calls it once per button. */
const scrollIntoRow = (button: HTMLButtonElement | null): void =>
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Filters by kind as the server names them, and the featured products. */
export function Kinds({ filter }: { filter: Filter }) {
  const { t } = useTranslation('invest')
  const kinds = useQueryCall('/api/invest/productType', {})
  const [, navigate] = useLocation()
  const options = [
    ...(kinds.data ?? []).map(({ id, name }) => ({ value: filterOf(String(id)), name })),
    { value: 'featured' as const, name: t('featured') },
  ]
  return (
    <fieldset className={styles.kinds} aria-label={t('kinds')}>
      {options.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          className={styles.kind}
          aria-pressed={value === filter}
          ref={value === filter ? scrollIntoRow : undefined}
          onClick={() =>
            navigate(paths.project({ type: value === '0' ? undefined : value }), { replace: true })
          }
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
