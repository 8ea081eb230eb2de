import type { DataType } from '#libs/users/profiles';
import type { EventAttribute, EventDefinition } from './model/event.types.js';

/** Ids of an application's own events begin here. */
export const FIRST_CUSTOM_EVENT_ID = 1000;

/** `appCategoryId`: the kind of application that an event is made for. Events for every application have none. */
const COMMERCE = 1;
const MEDIA = 2;

/** Ids of events that Herald writes itself, by their names. */
export const INTERNAL_EVENTS = { JourneyEntered: 110, JourneyLeft: 111, JourneyConverted: 112 } as const;

/** Ids of events that changes of items cause, by their names. */
export const ITEM_EVENTS = { PriceDropped: 113, BackInStock: 114 } as const;

/** Attributes by name; `[]` marks a list. */
type Attributes = Record<string, DataType | `${DataType}[]`>;

/** Totals of an order or a payment. */
const TOTALS: Attributes = { subTotal: 'DOUBLE', itemCount: 'INT', grandTotal: 'DOUBLE', currency: 'STRING' };

/**
 * Events that every application has without defining them. They are constants, not rows, and the same in all
 * applications. Their ids are stored, so they never change and are never reused. No attribute is mandatory: an
 * application can define its own event with one of these as base, and make attributes mandatory there.
 */
export const STANDARD_EVENTS: readonly EventDefinition[] = [
  {
    ...defineStandard(1, 'ScreenViewEvent', 'Screen View', {}),
    code: 'n:vw',
    attributes: [{ ...defineAttribute('pageName', 'STRING'), code: 'ep' }],
  },
  defineStandard(2, 'SessionStartEvent', 'Session Start', {}),
  defineStandard(3, 'LoginEvent', 'Login', { method: 'STRING' }),
  defineStandard(4, 'LogoutEvent', 'Logout', {}),
  defineStandard(5, 'RegisterEvent', 'Register', { method: 'STRING' }),
  defineStandard(6, 'SearchEvent', 'Search', { query: 'STRING', resultCount: 'INT' }),
  defineStandard(7, 'CategoryViewEvent', 'Category View', { categoryId: 'STRING', categoryName: 'STRING' }),
  defineStandard(8, 'BannerClickEvent', 'Banner Click', { bannerId: 'STRING', bannerName: 'STRING' }),
  defineCommerce(20, 'ProductEvent', 'Product', {
    productId: 'STRING',
    productName: 'STRING',
    brand: 'STRING',
    variant: 'STRING',
    categoryIds: 'STRING[]',
    categoryNames: 'STRING[]',
    price: 'DOUBLE',
    currency: 'STRING',
  }),
  { ...defineCommerce(21, 'ProductViewEvent', 'Product View', {}), baseEventCode: 'ProductEvent' },
  { ...defineCommerce(22, 'AddToCartEvent', 'Add to Cart', { count: 'INT' }), baseEventCode: 'ProductEvent' },
  { ...defineCommerce(23, 'RemoveFromCartEvent', 'Remove from Cart', { count: 'INT' }), baseEventCode: 'ProductEvent' },
  { ...defineCommerce(24, 'AddToWishListEvent', 'Add to Wish List', {}), baseEventCode: 'ProductEvent' },
  { ...defineCommerce(25, 'ProductRateEvent', 'Product Rating', { rating: 'INT' }), baseEventCode: 'ProductEvent' },
  {
    ...defineCommerce(26, 'ProductPurchaseEvent', 'Product Purchase', { orderId: 'STRING', count: 'INT' }),
    baseEventCode: 'ProductEvent',
  },
  defineCommerce(27, 'CartViewEvent', 'Cart View', TOTALS),
  defineCommerce(28, 'OrderEvent', 'Order', {
    orderId: 'STRING',
    paymentMethod: 'STRING',
    couponCode: 'STRING',
    discount: 'DOUBLE',
    shippingCost: 'DOUBLE',
    ...TOTALS,
  }),
  {
    ...defineStandard(40, 'ContentViewEvent', 'Content View', {
      contentId: 'STRING',
      contentName: 'STRING',
      contentType: 'STRING',
    }),
    appCategoryId: MEDIA,
  },
  defineInternal('JourneyEntered', 'Journey entered', { journey: 'STRING' }),
  defineInternal('JourneyLeft', 'Journey left', { journey: 'STRING', reason: 'STRING' }),
  defineInternal('JourneyConverted', 'Journey converted', { journey: 'STRING' }),
  defineItemEvent('PriceDropped', 'Price dropped'),
  defineItemEvent('BackInStock', 'Back in stock'),
];

function defineStandard(eventId: number, name: string, label: string, attributes: Attributes): EventDefinition {
  return {
    eventId,
    code: name,
    eventName: name,
    label,
    standard: true,
    attributes: Object.entries(attributes).map(([code, type]) => defineAttribute(code, type)),
  };
}

function defineInternal(name: keyof typeof INTERNAL_EVENTS, label: string, attributes: Attributes): EventDefinition {
  return { ...defineStandard(INTERNAL_EVENTS[name], name, label, attributes), isInternal: true };
}

function defineItemEvent(name: keyof typeof ITEM_EVENTS, label: string): EventDefinition {
  const attributes: Attributes = { catalog: 'STRING', key: 'STRING', field: 'STRING', old: 'DOUBLE', new: 'DOUBLE' };
  return { ...defineStandard(ITEM_EVENTS[name], name, label, attributes), isInternal: true };
}

function defineCommerce(eventId: number, name: string, label: string, attributes: Attributes): EventDefinition {
  return { ...defineStandard(eventId, name, label, attributes), appCategoryId: COMMERCE };
}

function defineAttribute(name: string, type: DataType | `${DataType}[]`): EventAttribute {
  return {
    code: name,
    name,
    label: toLabel(name),
    dataType: type.replace('[]', '') as DataType,
    array: type.endsWith('[]'),
    locked: true,
    privateInfo: false,
    mandatory: false,
  };
}

/** `paymentMethod` → `Payment Method`. */
function toLabel(name: string): string {
  const words = name.replaceAll(/(?=[A-Z])/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
