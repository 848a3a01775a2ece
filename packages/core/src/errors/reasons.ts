import type { Language } from '../wire/languages.ts'

/**
 * Sentences of reasons (`data.reason`) that say more than the sentence of their error code, in every language. Only words
 * that mean the same in every call have one.
 */
export const reasonSentences: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  leadConflict: {
    en: 'As a lead you can’t hold opposite positions of one market in your two contract wallets. Close or cancel the other side first.',
    es: 'Como líder no puedes tener posiciones opuestas de un mercado en tus dos billeteras de contratos. Cierra o cancela antes el otro lado.',
    ja: 'リードトレーダーは、2つの先物ウォレットで同じ市場の反対ポジションを持てません。先に反対側を決済または取り消してください。',
    kr: '리드는 두 선물 지갑에서 같은 마켓의 반대 포지션을 보유할 수 없습니다. 먼저 반대쪽을 청산하거나 취소하세요.',
    pt: 'Como líder, não pode ter posições opostas de um mercado nas suas duas carteiras de contratos. Feche ou cancele antes o outro lado.',
    ru: 'Ведущий не может держать противоположные позиции одного рынка в двух контрактных кошельках. Сначала закройте или отмените другую сторону.',
    th: 'ผู้นำไม่สามารถถือสถานะตรงข้ามของตลาดเดียวกันในกระเป๋าสัญญาทั้งสองได้ โปรดปิดหรือยกเลิกอีกฝั่งก่อน',
    zh_CN: '带单员不能在两个合约钱包中持有同一市场的反向仓位。请先平仓或撤销另一方向。',
    zh_TW: '帶單員不能在兩個合約錢包中持有同一市場的反向倉位。請先平倉或撤銷另一方向。',
  },
}
