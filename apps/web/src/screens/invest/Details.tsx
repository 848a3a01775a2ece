import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { idOf } from '../../components/addressId.ts'
import { Panel } from '../../components/page/Page.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { LeadPage } from './copy/LeadPage.tsx'
import styles from './Invest.module.css'
import { NoProduct } from './NoProduct.tsx'
import { ProductDetail } from './ProductDetail.tsx'
import { filterOf, InvestPage, Kinds, Listed, useProducts } from './Project.tsx'

/** Terms of one product or the record of a lead; on the desktop site beside the list it was chosen from. */
export default function Details() {
  // With the sentences of copy trading, so that its parts do not suspend a page that is shown.
  useTranslation(['invest', 'leads', 'copy'])
  const [search] = useSearchParams()
  const id = idOf(search.get('id'))
  const filter = filterOf(search.get('type'))
  const type = filter === '0' ? undefined : filter
  const lead = idOf(search.get('lead'))
  if (lead !== null)
    return (
      <InvestPage back={paths.project({ type: '5' })} isCopy>
        {site === 'desktop' && <Kinds filter="5" />}
        <LeadPage key={lead} id={lead} />
      </InvestPage>
    )
  const content = id === null ? <NoProduct /> : <ProductDetail key={id} id={id} />
  return (
    <InvestPage back={paths.project({ type })} isCopy={filter === '5'}>
      {site === 'desktop' && <Kinds filter={filter} />}
      {site === 'phone' ? (
        <Panel>{content}</Panel>
      ) : (
        <Beside id={id} filter={filter}>
          {content}
        </Beside>
      )}
    </InvestPage>
  )
}

function Beside({
  id,
  filter,
  children,
}: {
  id: number | null
  filter: ReturnType<typeof filterOf>
  children: ReactNode
}) {
  const list = useProducts(filter, 1)
  return (
    <div className={styles.frame}>
      <Listed list={list} page={1} chosen={id} type={filter === '0' ? undefined : filter} />
      <div>{children}</div>
    </div>
  )
}
