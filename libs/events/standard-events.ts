import type { DataType } from '#libs/users';
import type { EventAttribute, EventDefinition } from './event.types.js';

/** Own definitions of applications are numbered from here. */
export const FIRST_CUSTOM_EVENT = 1000;

/** `appCategoryId`: the kind of application that an event is made for; events of every application have none. */
const COMMERCE = 1;
const MEDIA = 2;

/** Attribute by name; `[]` marks one that holds a list. */
type Attributes = Record<string, DataType | `${DataType}[]`>;

/** What was ordered or paid, as a whole. */
const TOTALS: Attributes = { subTotal: 'DOUBLE', itemCount: 'INT', grandTotal: 'DOUBLE', currency: 'STRING' };

/**
 * Events that every application has without defining them. They are constants, not rows: present from the first request
 * and the same in all applications. Their numbers are stored in rows, so they never change and are never given again. No
 * attribute is mandatory: what is mandatory is for an application to say, in an event of its own with one of these as base.
 */
export const STANDARD_EVENTS: readonly EventDefinition[] = [
  {
    ...standard(1, 'ScreenViewEvent', 'Screen View', {}),
    code: 'n:vw',
    attributes: [{ ...attribute('pageName', 'STRING'), code: 'ep' }],
  },
  standard(2, 'SessionStartEvent', 'Session Start', {}),
  standard(3, 'LoginEvent', 'Login', { method: 'STRING' }),
  standard(4, 'LogoutEvent', 'Logout', {}),
  standard(5, 'RegisterEvent', 'Register', { method: 'STRING' }),
  standard(6, 'SearchEvent', 'Search', { query: 'STRING', resultCount: 'INT' }),
  standard(7, 'CategoryViewEvent', 'Category View', { categoryId: 'STRING', categoryName: 'STRING' }),
  standard(8, 'BannerClickEvent', 'Banner Click', { bannerId: 'STRING', bannerName: 'STRING' }),
  commerce(20, 'ProductEvent', 'Product', {
    productId: 'STRING',
    productName: 'STRING',
    brand: 'STRING',
    variant: 'STRING',
    categoryIds: 'STRING[]',
    categoryNames: 'STRING[]',
    price: 'DOUBLE',
    currency: 'STRING',
  }),
  { ...commerce(21, 'ProductViewEvent', 'Product View', {}), baseEventCode: 'ProductEvent' },
  { ...commerce(22, 'AddToCartEvent', 'Add to Cart', { count: 'INT' }), baseEventCode: 'ProductEvent' },
  { ...commerce(23, 'RemoveFromCartEvent', 'Remove from Cart', { count: 'INT' }), baseEventCode: 'ProductEvent' },
  { ...commerce(24, 'AddToWishListEvent', 'Add to Wish List', {}), baseEventCode: 'ProductEvent' },
  { ...commerce(25, 'ProductRateEvent', 'Product Rating', { rating: 'INT' }), baseEventCode: 'ProductEvent' },
  {
    ...commerce(26, 'ProductPurchaseEvent', 'Product Purchase', { orderId: 'STRING', count: 'INT' }),
    baseEventCode: 'ProductEvent',
  },
  commerce(27, 'CartViewEvent', 'Cart View', TOTALS),
  commerce(28, 'OrderEvent', 'Order', {
    orderId: 'STRING',
    paymentMethod: 'STRING',
    couponCode: 'STRING',
    discount: 'DOUBLE',
    shippingCost: 'DOUBLE',
    ...TOTALS,
  }),
  {
    ...standard(40, 'ContentViewEvent', 'Content View', {
      contentId: 'STRING',
      contentName: 'STRING',
      contentType: 'STRING',
    }),
    appCategoryId: MEDIA,
  },
];

function standard(eventId: number, name: string, label: string, attributes: Attributes): EventDefinition {
  return {
    eventId,
    code: name,
    eventName: name,
    label,
    standard: true,
    attributes: Object.entries(attributes).map(([code, type]) => attribute(code, type)),
  };
}

function commerce(eventId: number, name: string, label: string, attributes: Attributes): EventDefinition {
  return { ...standard(eventId, name, label, attributes), appCategoryId: COMMERCE };
}

function attribute(name: string, type: DataType | `${DataType}[]`): EventAttribute {
  return {
    code: name,
    name,
    label: labelOf(name),
    dataType: type.replace('[]', '') as DataType,
    array: type.endsWith('[]'),
    locked: true,
    privateInfo: false,
    mandatory: false,
  };
}

/** `paymentMethod` → `Payment Method`. */
function labelOf(name: string): string {
  const words = name.replaceAll(/(?=[A-Z])/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
