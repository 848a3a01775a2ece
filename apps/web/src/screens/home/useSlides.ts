import { bannerRowsFromWire, bannersToWire } from '@glasshouse/core/content/codec'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Slide of the home page: a live market, a picture of the operator, or a default illustration. */
export type Slide = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly picture: 'market' | 'receipts' | 'books' | { readonly url: string }
  /** Target of an operator's slide; empty without a link. */
  readonly link: string
}

const homeBanners = bannersToWire({ type: 1, code: 'home' })

/** Slides in order. The market slide is always first and available at once, so that the page does not shift. */
export const useSlides = (): readonly Slide[] => {
  const { t } = useTranslation('home')
  const banners = useDecodedCall('/api/common/banner', homeBanners, bannerRowsFromWire)
  const market: Slide = { id: 'market', title: t('title'), text: t('lead'), picture: 'market', link: '' }
  const written = banners.data?.map(
    ({ picture, link, title }, index): Slide => ({
      id: `banner ${index}`,
      title,
      text: '',
      picture: { url: picture },
      link,
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
