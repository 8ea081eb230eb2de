export interface paths {
  '/sdk/1.0/activities': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Registers a token that starts live activities, or that updates one. It replaces the former one */
    post: operations['sdkActivities'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/activities/end': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends a token: nothing is sent to it any more */
    post: operations['sdkActivitiesEnd'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reports events of the user of this installation, as `fireEvents` does for servers */
    post: operations['sdkEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/geofences': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the geofences around a place, nearest first */
    get: operations['sdkGeofences'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/inbox/get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Gets one message of the inbox */
    post: operations['sdkInboxGet'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/inbox/getAllInbox': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Lists the inbox of the user of this installation, newest first */
    post: operations['sdkInboxGetAllInbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/inbox/statusChange': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Marks messages as read, unread or deleted */
    post: operations['sdkInboxStatusChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/installations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Registers this installation, or updates it with its id and secret */
    post: operations['sdkInstallations'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/location': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sets the location of this installation. Only the last one is stored */
    post: operations['sdkLocation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/push/clicked': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reports that the user opened a push or tapped one of its buttons. It counts once */
    post: operations['sdkPushClicked'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/push/opened': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reports that the user opened a push. It counts once, together with clicks */
    post: operations['sdkPushOpened'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/push/received': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reports that a push arrived. It is stored once and not counted */
    post: operations['sdkPushReceived'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/users/identify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Identifies the user of this installation. Data of the anonymous user moves to it */
    post: operations['sdkUsersIdentify'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/users/preferences': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sets preferences of the user for e-mail, SMS and categories, and of this installation for push */
    post: operations['sdkUsersPreferences'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/users/profile': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sets attributes of the user. Only servers may set private attributes (2022) */
    post: operations['sdkUsersProfile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/users/tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds and removes tags of the user. Unknown tags are created */
    post: operations['sdkUsersTags'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/1.0/web-push': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets the VAPID public key that a browser subscribes with */
    get: operations['sdkWebPush'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    ActivityTokenDto: {
      /**
       * @description Name for one of several activities of the type; a message may name it
       * @example match-17
       */
      activity?: string;
      /** @example 0k3v91z */
      installationId: string;
      /**
       * @description `start`: a push-to-start token of the type. `update`: the token of one activity that runs
       * @example update
       * @enum {string}
       */
      kind: 'start' | 'update';
      secret: string;
      /**
       * @description Token of ActivityKit, hexadecimal
       * @example 80f3…c1
       */
      token: string;
      /**
       * @description Type of the attributes, as the app declares it
       * @example MatchScoreAttributes
       */
      type: string;
    };
    ButtonClickDto: {
      /**
       * @description `action` of the button that was tapped
       * @example 0
       */
      button?: string;
      /** @example 0k3v91z */
      installationId: string;
      /**
       * @description `heraldId` of the push
       * @example 0c2d1f7a-9a31-8c5e-8f01-4be2a3d90c11
       */
      messageId: string;
      secret: string;
    };
    EndedActivityDto: {
      /** @example 0k3v91z */
      installationId: string;
      secret: string;
      /**
       * @description Token of ActivityKit, hexadecimal
       * @example 80f3…c1
       */
      token: string;
    };
    IdentifyDto: {
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
      /** @description JWT of your server that proves the user: `sub` is the extId, `aud` the application, `exp` its end, `kid` one of `identityKeys` (docs/user-authentication.md) */
      identityToken?: string;
      /** @example 0k3v91z */
      installationId: string;
      secret: string;
    };
    InboxCountsDto: {
      /**
       * Format: int64
       * @description Read
       */
      1?: number;
      /**
       * Format: int64
       * @description Unread
       */
      2?: number;
      /**
       * Format: int64
       * @description Deleted
       */
      4?: number;
    };
    InboxEntryDto: {
      /** @description Absent for an anonymous user */
      extID?: string;
      message: string;
      /**
       * Format: int64
       * @description Key of the notification
       */
      msgId: number;
      /** Format: int64 */
      pushInstanceId: number;
      /** @enum {string} */
      status: 'READ' | 'UNREAD' | 'DELETED';
      /**
       * Format: int64
       * @description Time of the send, in epoch milliseconds
       */
      sts: number;
      subText?: string;
      title: string;
    };
    InboxMessageDto: {
      androidMediaUrl: string | null;
      androidThumbnail: string | null;
      /** @description Ids of categories */
      ctg: number[];
      /** @description `customJson` of the message */
      customParams: {
        [key: string]: unknown;
      };
      deeplink: string | null;
      extID?: string;
      iosMediaUrl: string | null;
      /** @description Labels */
      lbl: string[];
      message: string;
      /**
       * Format: int64
       * @description Key of the notification
       */
      msgId: number;
      /** @description The text, if it is personalised */
      personalizedMsg: string | null;
      personalizedTitle: string | null;
      /** Format: int64 */
      pushInstanceId: number;
      /** @enum {string} */
      status: 'READ' | 'UNREAD' | 'DELETED';
      /**
       * Format: int64
       * @description Time of the send, in epoch milliseconds
       */
      sts: number;
      subText: string | null;
      title: string;
      /** @description Page that a tap opens */
      url: string | null;
    };
    InboxPageDto: {
      /** @description One key for each requested bit, counted over the whole filter */
      cnts: components['schemas']['InboxCountsDto'];
      msgs: components['schemas']['InboxEntryDto'][];
      /** @description For the next request; absent on the last page */
      prms?: components['schemas']['PageIndexDto'];
    };
    InstallationDto: {
      /** @example 0k3v91z */
      installationId: string;
      /** @description Shown once. It authenticates the device from now on */
      secret?: string;
    };
    NearbyGeofenceDto: {
      groups: string[];
      /** Format: int64 */
      id: number;
      latitude: number;
      longitude: number;
      /** @description Metres */
      radius: number;
      title: string;
    };
    NearbyGeofencesDto: {
      geofences: components['schemas']['NearbyGeofenceDto'][];
    };
    OwnInboxDto: {
      /** @description Ids of categories */
      category?: number[];
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      endDate?: number;
      /** @description JWT of your server that proves the user: `sub` is the extId, `aud` the application, `exp` its end, `kid` one of `identityKeys` (docs/user-authentication.md) */
      identityToken?: string;
      /** @example 0k3v91z */
      installationId: string;
      /**
       * Format: int64
       * @description Messages of a page
       * @default 20
       */
      numberOfNotification: number;
      /** @description From the response with the previous page */
      prms?: components['schemas']['PageIndexDto'];
      secret: string;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      startDate?: number;
      /**
       * Format: int64
       * @description Sum of 1 (read), 2 (unread) and 4 (deleted); from 1 to 15
       * @example 3
       */
      status: number;
    };
    OwnLocationDto: {
      /** @example 0k3v91z */
      installationId: string;
      /** @example 41.0082 */
      latitude: number;
      /** @example 28.9784 */
      longitude: number;
      secret: string;
    };
    OwnMessageDto: {
      /** @description JWT of your server that proves the user: `sub` is the extId, `aud` the application, `exp` its end, `kid` one of `identityKeys` (docs/user-authentication.md) */
      identityToken?: string;
      /** @example 0k3v91z */
      installationId: string;
      /**
       * Format: int64
       * @description `pushInstanceId` of the message
       * @example 40652173
       */
      piid: number;
      secret: string;
    };
    OwnPreferencesDto: {
      /**
       * @description Whether the user gets a category, by its name
       * @example {
       *       "News": false
       *     }
       */
      categories?: {
        [key: string]: unknown;
      };
      emailPermitted?: boolean;
      /** @description JWT of your server that proves the user: `sub` is the extId, `aud` the application, `exp` its end, `kid` one of `identityKeys` (docs/user-authentication.md) */
      identityToken?: string;
      /** @example 0k3v91z */
      installationId: string;
      /** @description Of this installation */
      pushPermitted?: boolean;
      secret: string;
      smsPermitted?: boolean;
    };
    OwnProfileDto: {
      /** @description JWT of your server that proves the user: `sub` is the extId, `aud` the application, `exp` its end, `kid` one of `identityKeys` (docs/user-authentication.md) */
      identityToken?: string;
      /** @example 0k3v91z */
      installationId: string;
      /**
       * @description Values by attribute code
       * @example {
       *       "city": "Izmir"
       *     }
       */
      profile: {
        [key: string]: unknown;
      };
      secret: string;
    };
    OwnStatusChangeDto: {
      /** @description JWT of your server that proves the user: `sub` is the extId, `aud` the application, `exp` its end, `kid` one of `identityKeys` (docs/user-authentication.md) */
      identityToken?: string;
      /** @example 0k3v91z */
      installationId: string;
      /**
       * @description `pushInstanceId` of the messages
       * @example [
       *       2584151
       *     ]
       */
      piids: number[];
      secret: string;
      /**
       * Format: int64
       * @description 1 read, 2 unread, 4 deleted; 3 and 7 change nothing
       * @example 1
       */
      st?: number;
    };
    OwnTagsDto: {
      /**
       * @example [
       *       "Sport"
       *     ]
       */
      add?: string[];
      /** @description JWT of your server that proves the user: `sub` is the extId, `aud` the application, `exp` its end, `kid` one of `identityKeys` (docs/user-authentication.md) */
      identityToken?: string;
      /** @example 0k3v91z */
      installationId: string;
      /** @description Unknown tags are ignored */
      remove?: string[];
      secret: string;
    };
    PageIndexDto: {
      /**
       * Format: int64
       * @description `pushInstanceId` of the last message of the previous page
       */
      index?: number;
    };
    Problem: {
      /**
       * @description What is wrong, for people
       * @example The body should be JSON
       */
      detail: string;
      /**
       * @description Path of the request
       * @example /rest/3.0/tagUsers
       */
      instance: string;
      /**
       * Format: int64
       * @example 415
       */
      status: number;
      /**
       * @description Name of the status
       * @example Unsupported Media Type
       */
      title: string;
      /** @example about:blank */
      type: string;
    };
    PushDto: {
      /** @example 0k3v91z */
      installationId: string;
      /**
       * @description `heraldId` of the push
       * @example 0c2d1f7a-9a31-8c5e-8f01-4be2a3d90c11
       */
      messageId: string;
      secret: string;
    };
    Refused: {
      /**
       * Format: int64
       * @description A code of the catalogue
       * @example 2020
       */
      code: number;
      /**
       * @description Names the faulty field or value
       * @example extId is required
       */
      error: string;
      faults?: Record<string, never>;
    };
    RegisterInstallationDto: {
      appVersion?: string;
      /**
       * @description ISO 3166-1 alpha-2 as a rule
       * @example TR
       */
      country?: string;
      /** @example Pixel 5 */
      deviceModel?: string;
      /** @description Android: the app draws the notification of a data message itself. Messages with a carousel, a slider, buttons, `bigText`, sub text, `threadId` or a thumbnail then come as data messages */
      drawsMessages?: boolean;
      /** @description The user that is logged in. May be absent beside `identityToken`, which names the user too */
      extId?: string;
      /** @description JWT of your server that proves the user: `sub` is the extId, `aud` the application, `exp` its end, `kid` one of `identityKeys` (docs/user-authentication.md) */
      identityToken?: string;
      /** @description With `secret`: updates this installation */
      installationId?: string;
      /** @example tr-TR */
      language?: string;
      osVersion?: string;
      /**
       * @description Required for a new installation
       * @example IOS
       */
      platform?: string;
      pushPermitted?: boolean;
      secret?: string;
      /** @example Europe/Istanbul */
      timeZone?: string;
      /** @description For web push the subscription as JSON */
      token?: string;
    };
    /**
     * @example {
     *       "name": "ProductViewEvent",
     *       "productId": "P-1",
     *       "price": 19.9
     *     }
     */
    ReportedEventDto: {
      /** @description Code or name of a defined event */
      name: string;
    } & {
      [key: string]: unknown;
    };
    ReportEventsDto: {
      events: components['schemas']['ReportedEventDto'][];
      /** @description JWT of your server that proves the user: `sub` is the extId, `aud` the application, `exp` its end, `kid` one of `identityKeys` (docs/user-authentication.md) */
      identityToken?: string;
      /** @example 0k3v91z */
      installationId: string;
      secret: string;
    };
    WebPushDto: {
      /**
       * @description `applicationServerKey` of `PushManager.subscribe()`: a P-256 point in base64url (RFC 8292)
       * @example BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk
       */
      publicKey: string;
    };
  };
  responses: {
    /** @description Refused; nothing changed (2001, 2004, 2009, 2020) */
    Refused400_2001_2004_2009_2020: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020) */
    Refused400_2004_2009_2020: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 5003) */
    Refused400_2004_2009_2020_5003: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 5016) */
    Refused400_2004_2009_2020_5016: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 6000) */
    Refused400_2004_2009_2020_6000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2020) */
    Refused400_2004_2020: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The API key is missing or unknown (2010) */
    Refused401_2010: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The API key is missing or unknown (2010, 2024) */
    Refused401_2010_2024: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The API key may not do this (2021, 2022) */
    Refused403_2021_2022: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The API key may not do this (2021, 2022, 4000) */
    Refused403_2021_2022_4000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Try again later (2030) */
    Refused409_2030: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The Idempotency-Key belongs to another request (2030) */
    Refused422_2030: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Over the rate limit of the key (2029) */
    Refused429_2029: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Nothing was committed; try again (2031) */
    Refused503_2031: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The body is not JSON by its Content-Type; nothing changed */
    UnsupportedMediaType: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
  parameters: {
    /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
    IdempotencyKey: string;
  };
  requestBodies: never;
  headers: {
    /** @description If a limit is set: `r` requests may follow at once; after `t` seconds `q` again */
    RateLimit: string;
    /** @description If a limit is set: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers-10) */
    RateLimitPolicy: string;
    /** @description `true`: the response of an earlier request with this Idempotency-Key; nothing was changed now */
    Replayed: 'true';
    /** @description Part of every log line about the request */
    RequestId: string;
    /** @description Seconds after which to try again */
    RetryAfter: number;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  sdkActivities: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "kind": "update",
         *       "type": "MatchScoreAttributes",
         *       "activity": "match-17",
         *       "token": "80f3…c1",
         *       "installationId": "0k3v91z",
         *       "secret": "text"
         *     }
         */
        'application/json': components['schemas']['ActivityTokenDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkActivitiesEnd: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "80f3…c1",
         *       "installationId": "0k3v91z",
         *       "secret": "text"
         *     }
         */
        'application/json': components['schemas']['EndedActivityDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkEvents: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "installationId": "0k3v91z",
         *       "secret": "text",
         *       "events": [
         *         {
         *           "name": "ProductViewEvent",
         *           "productId": "P-1",
         *           "price": 19.9
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['ReportEventsDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010_2024'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkGeofences: {
    parameters: {
      query: {
        latitude: number;
        longitude: number;
        /** @description Maximum number of geofences */
        max?: number;
        /** @description Kilometres to the edge of a geofence */
        radius?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the geofences around a place, nearest first */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "geofences": [
           *         {
           *           "id": 1,
           *           "title": "text",
           *           "latitude": 1,
           *           "longitude": 1,
           *           "radius": 1,
           *           "groups": [
           *             "text"
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['NearbyGeofencesDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkInboxGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "installationId": "0k3v91z",
         *       "secret": "text",
         *       "piid": 40652173
         *     }
         */
        'application/json': components['schemas']['OwnMessageDto'];
      };
    };
    responses: {
      /** @description Gets one message of the inbox */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "msgId": 1,
           *       "extID": "text",
           *       "pushInstanceId": 1,
           *       "title": "text",
           *       "message": "text",
           *       "status": "READ",
           *       "sts": 0,
           *       "deeplink": "text",
           *       "url": "text",
           *       "androidMediaUrl": "text",
           *       "iosMediaUrl": "text",
           *       "androidThumbnail": "text",
           *       "personalizedMsg": "text",
           *       "personalizedTitle": "text",
           *       "subText": "text",
           *       "customParams": {},
           *       "ctg": [
           *         1
           *       ],
           *       "lbl": [
           *         "text"
           *       ]
           *     }
           */
          'application/json': components['schemas']['InboxMessageDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_5003'];
      401: components['responses']['Refused401_2010_2024'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkInboxGetAllInbox: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "installationId": "0k3v91z",
         *       "secret": "text",
         *       "status": 3
         *     }
         */
        'application/json': components['schemas']['OwnInboxDto'];
      };
    };
    responses: {
      /** @description Lists the inbox of the user of this installation, newest first */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "msgs": [
           *         {
           *           "msgId": 1,
           *           "extID": "text",
           *           "pushInstanceId": 1,
           *           "title": "text",
           *           "message": "text",
           *           "status": "READ",
           *           "sts": 0,
           *           "subText": "text"
           *         }
           *       ],
           *       "cnts": {
           *         "1": 1,
           *         "2": 1,
           *         "4": 1
           *       },
           *       "prms": {
           *         "index": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['InboxPageDto'];
        };
      };
      400: components['responses']['Refused400_2001_2004_2009_2020'];
      401: components['responses']['Refused401_2010_2024'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkInboxStatusChange: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "installationId": "0k3v91z",
         *       "secret": "text",
         *       "piids": [
         *         2584151
         *       ],
         *       "st": 1
         *     }
         */
        'application/json': components['schemas']['OwnStatusChangeDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010_2024'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkInstallations: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "platform": "IOS",
         *       "deviceModel": "Pixel 5",
         *       "language": "tr-TR",
         *       "timeZone": "Europe/Istanbul",
         *       "country": "TR"
         *     }
         */
        'application/json': components['schemas']['RegisterInstallationDto'];
      };
    };
    responses: {
      /** @description Registers this installation, or updates it with its id and secret */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "installationId": "0k3v91z",
           *       "secret": "text"
           *     }
           */
          'application/json': components['schemas']['InstallationDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010_2024'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkLocation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "latitude": 41.0082,
         *       "longitude": 28.9784,
         *       "installationId": "0k3v91z",
         *       "secret": "text"
         *     }
         */
        'application/json': components['schemas']['OwnLocationDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkPushClicked: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "button": "0",
         *       "installationId": "0k3v91z",
         *       "secret": "text",
         *       "messageId": "0c2d1f7a-9a31-8c5e-8f01-4be2a3d90c11"
         *     }
         */
        'application/json': components['schemas']['ButtonClickDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkPushOpened: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "installationId": "0k3v91z",
         *       "secret": "text",
         *       "messageId": "0c2d1f7a-9a31-8c5e-8f01-4be2a3d90c11"
         *     }
         */
        'application/json': components['schemas']['PushDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkPushReceived: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "installationId": "0k3v91z",
         *       "secret": "text",
         *       "messageId": "0c2d1f7a-9a31-8c5e-8f01-4be2a3d90c11"
         *     }
         */
        'application/json': components['schemas']['PushDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkUsersIdentify: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1",
         *       "installationId": "0k3v91z",
         *       "secret": "text"
         *     }
         */
        'application/json': components['schemas']['IdentifyDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010_2024'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkUsersPreferences: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "categories": {
         *         "News": false
         *       },
         *       "installationId": "0k3v91z",
         *       "secret": "text"
         *     }
         */
        'application/json': components['schemas']['OwnPreferencesDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010_2024'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkUsersProfile: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "profile": {
         *         "city": "Izmir"
         *       },
         *       "installationId": "0k3v91z",
         *       "secret": "text"
         *     }
         */
        'application/json': components['schemas']['OwnProfileDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010_2024'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkUsersTags: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "add": [
         *         "Sport"
         *       ],
         *       "installationId": "0k3v91z",
         *       "secret": "text"
         *     }
         */
        'application/json': components['schemas']['OwnTagsDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010_2024'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sdkWebPush: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets the VAPID public key that a browser subscribes with */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "publicKey": "BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk"
           *     }
           */
          'application/json': components['schemas']['WebPushDto'];
        };
      };
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022_4000'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
}
