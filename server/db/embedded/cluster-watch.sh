# cluster-watch.sh <lock file> <users folder> <cluster folder>
# Waits for the end of the process that started it, however that ends: standard input closes then. The last watch of a cluster
# stops the PostgreSQL it was told of. Takes the same lock as everyone who starts or joins the cluster (cluster-lock.ts).
# A shell, because it costs two megabytes; in a session of its own, because a Ctrl-C must not end it before us.
trap '' INT TERM HUP
lock=$1 users=$2 cluster=$3 me=$$ pid= state=
while read -r told how; do pid=$told state=$how; done
until (set -C; echo "$me" >"$lock") 2>/dev/null; do
  [ -d "${lock%/*}" ] || exit 0
  owner=$(cat "$lock" 2>/dev/null)
  if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then rm -f "$lock"; else sleep 0.1; fi
done
rm -f "$users/$me"
for other in "$users"/*; do
  [ -e "$other" ] && kill -0 "${other##*/}" 2>/dev/null && pid=
done
if [ "$state" = running ]; then
  # Another server may hold the folder by now, and another process the number.
  held=
  read -r held 2>/dev/null <"$cluster/postmaster.pid"
  [ "$held" = "$pid" ] || pid=
fi
if [ -n "$pid" ] && [ "$pid" != none ]; then
  kill -INT "$pid" 2>/dev/null
  tenths=0
  while kill -0 "$pid" 2>/dev/null && [ "$tenths" -lt 150 ]; do
    [ "$state" = running ] && [ ! -e "$cluster/postmaster.pid" ] && break
    [ "$tenths" = 80 ] && kill -QUIT "$pid" 2>/dev/null
    sleep 0.1
    tenths=$((tenths + 1))
  done
fi
rm -f "$lock"
