#!/bin/sh
# run_in_image.sh <file system> <argument>...: oarlock in an unpacked image as a container has it: a
# read-only root, a /proc, memory where the Deployment has emptyDirs, the image's user. To be started
# by `unshare --mount --propagation private`, whose end takes the mounts away.
set -eu
fs=$1
shift
mkdir -p "$fs/var/cache/oarlock" "$fs/run/oarlock"
mount --bind "$fs" "$fs"
mount -o remount,bind,ro "$fs"
mount -t proc proc "$fs/proc"
for empty in tmp var/cache/oarlock run/oarlock; do
  mount -t tmpfs -o uid=65532,gid=65532,mode=0755 none "$fs/$empty"
done
exec chroot --userspec=65532:65532 "$fs" /opt/oarlock/bin/oarlock "$@"
