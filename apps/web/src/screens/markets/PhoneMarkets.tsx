import type { Market } from '@glasshouse/core/markets/codec'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { ListRow, listRowClass, listRowsClass } from '@glasshouse/ui/ListRow'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { Link } from 'wouter'
import { ListError } from '../../components/ListError.tsx'
import { LiveChange } from '../../components/LiveChange.tsx'
import { LivePrice } from '../../components/LivePrice.tsx'
import { FavouriteButton, FavouritesFilter, NoFavourites } from '../../components/market/FavouriteButton.tsx'
import { favouritesFirst, useFavourites } from '../../components/market/favourites.ts'
import { History } from '../../components/market/History.tsx'
import type { Kind } from '../../components/market/phone/ProductSwitch.tsx'
import { matching } from '../../components/market/SymbolList.tsx'
import { PhoneHead } from '../../components/page/PhoneHead.tsx'
import { useTitle } from '../../components/useTitle.ts'
import { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './PhoneMarkets.module.css'

/** Markets that offer a kind of product; options only where expiries exist. */
const offering = (markets: readonly Market[], kind: Kind): readonly Market[] =>
  kind === 'options' ? markets.filter(({ expiryMinutes }) => expiryMinutes.length > 0) : markets

/** Two-line row of a market; a tap opens its trading page. */
function Row({ market, kind }: { market: Market; kind: Kind }) {
  const query = { symbol: market.symbol }
  return (
    <li className={styles.line}>
      <Link className={listRowClass} href={kind === 'options' ? paths.quotes(query) : paths.contract(query)}>
        <ListRow
          mark={<CoinIcon code={market.symbol} size={28} />}
          title={market.symbol}
          text={market.title}
          middle={<History market={market} width={56} />}
          value={<LivePrice market={market} />}
          note={<LiveChange market={market} />}
        />
      </Link>
      <FavouriteButton symbol={market.symbol} />
    </li>
  )
}

const bones = (
  <ul className={listRowsClass} aria-busy="true">
    {[1, 2, 3, 4, 5, 6].map((index) => (
      <li key={index} className={listRowClass}>
        <Skeleton width={28} height={28} round />
        <Skeleton width={90} height={28} />
        <Skeleton width={72} height={28} />
        <Skeleton width={80} height={28} />
      </li>
    ))}
  </ul>
)

function List({
  markets,
  kind,
  text,
  only,
}: {
  markets: readonly Market[]
  kind: Kind
  text: string
  /** Only favourites. */
  only: boolean
}) {
  const { t } = useTranslation('trade')
  const { t: tMarket } = useTranslation('market')
  const { t: tHome } = useTranslation('home')
  const favourites = useFavourites()
  if (markets.length === 0)
    return <EmptyState icon="candles" title={tHome('markets.none')} text={tHome('markets.noneText')} />
  const offered = offering(markets, kind)
  if (offered.length === 0) return <EmptyState icon="clock" title={t('none')} text={t('noneText')} />
  const candidates = only ? offered.filter(({ symbol }) => favourites.has(symbol)) : offered
  if (candidates.length === 0) return <NoFavourites />
  const matches = matching(favouritesFirst(candidates, favourites), text)
  if (matches.length === 0) return <EmptyState icon="search" title={tMarket('strip.none')} />
  return (
    <ul className={listRowsClass} aria-label={tHome('markets.title')}>
      {matches.map((market) => (
        <Row key={market.pid} market={market} kind={kind} />
      ))}
    </ul>
  )
}

/** Phone list of all markets with search, price, daily change and sparkline. */
export default function PhoneMarkets() {
  const { t } = useTranslation('trade')
  const { t: tMarket } = useTranslation('market')
  const { t: tHome } = useTranslation('home')
  useTitle(tHome('markets.title'))
  const markets = useMarkets()
  const [kind, setKind] = useState<Kind>('contract')
  const [text, setText] = useState('')
  const [only, setOnly] = useState(false)
  return (
    <>
      <PhoneHead title={<h1>{tHome('markets.title')}</h1>}>
        <FavouritesFilter on={only} onChange={setOnly} />
      </PhoneHead>
      <div className={styles.tools}>
        <Field
          label={tMarket('strip.search')}
          hideLabel
          placeholder={tMarket('strip.search')}
          start={<Icon name="search" size={14} />}
          layout="inside"
          align="left"
          type="search"
          enterKeyHint="search"
          value={text}
          onChange={setText}
        />
        <SegmentedControl
          label={t('opens')}
          options={[
            { value: 'contract', label: t('contracts') },
            { value: 'options', label: t('options') },
          ]}
          value={kind}
          onChange={setKind}
        />
      </div>
      {markets.data ? (
        <List markets={markets.data} kind={kind} text={text} only={only} />
      ) : markets.error ? (
        <ListError list={markets} title={tHome('markets.failed')} />
      ) : (
        bones
      )}
    </>
  )
}
