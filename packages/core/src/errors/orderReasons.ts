import type { Language } from '../wire/languages.ts'

/** Sentences of reasons about resting contract orders. */
export const orderReasons: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  orderExpired: {
    en: 'This order has expired.',
    es: 'Esta orden ha vencido.',
    ja: 'この注文は有効期限が切れています。',
    kr: '이 주문은 유효 기간이 지났습니다.',
    pt: 'Esta ordem expirou.',
    ru: 'Срок действия этого ордера истёк.',
    th: 'คำสั่งนี้หมดอายุแล้ว',
    zh_CN: '该订单已过期。',
    zh_TW: '該訂單已過期。',
  },
  noClosingOrder: {
    en: 'There is no closing order at this price any more.',
    es: 'Ya no hay una orden de cierre a este precio.',
    ja: 'この価格の決済注文はもうありません。',
    kr: '이 가격의 청산 주문이 더 이상 없습니다.',
    pt: 'Já não há uma ordem de fechamento a este preço.',
    ru: 'Ордера на закрытие по этой цене больше нет.',
    th: 'ไม่มีคำสั่งปิดที่ราคานี้แล้ว',
    zh_CN: '该价格已没有平仓单。',
    zh_TW: '該價格已沒有平倉單。',
  },
  priceReached: {
    en: 'The market has reached this price already. Close at the market, or choose another price.',
    es: 'El mercado ya ha alcanzado este precio. Cierra a mercado o elige otro precio.',
    ja: '市場はすでにこの価格に達しています。成行で決済するか、別の価格を選んでください。',
    kr: '시장이 이미 이 가격에 도달했습니다. 시장가로 청산하거나 다른 가격을 선택하세요.',
    pt: 'O mercado já atingiu este preço. Feche a mercado ou escolha outro preço.',
    ru: 'Рынок уже достиг этой цены. Закройте по рынку или выберите другую цену.',
    th: 'ตลาดถึงราคานี้แล้ว ปิดที่ราคาตลาดหรือเลือกราคาอื่น',
    zh_CN: '市场已达到该价格。请以市价平仓或选择其他价格。',
    zh_TW: '市場已達到該價格。請以市價平倉或選擇其他價格。',
  },
  atTrigger: {
    en: 'The market is at the trigger price now. Place a market order, or choose another price.',
    es: 'El mercado está en el precio de activación. Usa una orden de mercado o elige otro precio.',
    ja: '市場はすでにトリガー価格です。成行注文にするか、別の価格を選んでください。',
    kr: '시장가가 이미 트리거 가격입니다. 시장가 주문을 하거나 다른 가격을 선택하세요.',
    pt: 'O mercado já está no preço de gatilho. Use uma ordem a mercado ou escolha outro preço.',
    ru: 'Рынок уже на цене триггера. Разместите рыночный ордер или выберите другую цену.',
    th: 'ตลาดอยู่ที่ราคาทริกเกอร์แล้ว ใช้คำสั่งมาร์เก็ตหรือเลือกราคาอื่น',
    zh_CN: '市场已在触发价。请使用市价单或选择其他价格。',
    zh_TW: '市場已在觸發價。請使用市價單或選擇其他價格。',
  },
}
