/**
 * The first two requests of a newcomer, as shell commands that work as they stand.
 *
 * @param base  of the gateway, without a slash at its end
 */
export function firstMessage(base: string, keyHeader: string): string {
  return `export HERALD_KEY=hr_rest_…

curl ${base}/rest/3.0/registerUsers \\
  -H "${keyHeader}: $HERALD_KEY" -H 'Content-Type: application/json' -d '[
  { "extId": "ada", "platform": "IOS",
    "deviceToken": "ada0000000000000000000000000000000000000000000000000000000000001",
    "tags": ["friends"] }
]'

curl ${base}/rest/3.0/sendBulkNotification \\
  -H "${keyHeader}: $HERALD_KEY" -H 'Content-Type: application/json' -d '{
  "message": { "title": "Hello", "text": "Hello Ada!", "platforms": ["IOS"],
               "ios": { "title": "Hello" } },
  "target": { "tag": "friends" }
}'`;
}
