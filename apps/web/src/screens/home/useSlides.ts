import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { leadsOn } from '../../paths.ts'

/** What the head of the home page turns through: the market as it is, then the operator's pictures or our own. */
export type Slide = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly picture: 'market' | 'receipts' | 'books' | { readonly url: string }
  /** Where an operator's slide leads; empty for nowhere. */
  readonly link: string
}

/** The slides in their order. The market's is always first and there at once, so that nothing jumps. */
export const useSlides = (): readonly Slide[] => {
  const { t } = useTranslation('home')
  const banners = useQueryCall('/api/common/banner', { bannertype: 1, code: 'home' })
  const market: Slide = { id: 'market', title: t('title'), text: t('lead'), picture: 'market', link: '' }
  const written = banners.data?.map(
    ({ picurl, link, title }, place): Slide => ({
      id: `banner ${place}`,
      title,
      text: '',
      picture: { url: picurl },
      link: leadsOn(link) ? link : '',
    }),
  )
  if (written !== undefined && written.length > 0) return [market, ...written]
  return [
    market,
    ...(['receipts', 'books'] as const).map((picture) => ({
      id: picture,
      title: t(`slides.${picture}Title`),
      text: t(`slides.${picture}Text`),
      picture,
      link: '',
    })),
  ]
}
